import { threadStatuses } from '#shared/contract/review-status'
import { shortcuts, type KeyAction } from '~/annotation/keys'
import { toolBar } from '~/annotation/tools/tool-bar'
import type { Command } from '~/ui/command-search'

/** Words and pictures of those actions that say too little by themselves. */
const told: Partial<Record<KeyAction, { label?: string; icon: string }>> = {
  'verify': { label: 'Verdict: Verified', icon: 'i-lucide-gavel' },
  'request-changes': { label: 'Verdict: Changes requested', icon: 'i-lucide-gavel' },
  'comment': { icon: 'i-lucide-message-square' },
  'find-note': { icon: 'i-lucide-search' },
  'next-review': { icon: 'i-lucide-chevron-right' },
  'resolve': { icon: 'i-lucide-check' },
  'delete-note': { icon: 'i-lucide-trash-2' },
  ...Object.fromEntries(
    toolBar.map(({ name, label, icon }) => [`tool-${name}`, { label: `Tool: ${label}`, icon }]),
  ),
  'shortcuts': { label: 'Keyboard shortcuts', icon: 'i-lucide-keyboard' },
}
/** Going to the inbox is a place of its own; the others make no sense once the palette is closed. */
const left: KeyAction[] = [
  'inbox',
  'command-palette',
  'escape',
  'undo',
  'pan-or-play',
  'compare-less',
  'compare-more',
]
/** What is done most comes first. */
const order = ['Decide', 'Annotate', 'Compare', 'General', 'View', 'Video', 'Evidence']
const filters = {
  open: 'Show open comments',
  addressed: 'Show addressed comments',
  resolved: 'Show resolved comments',
}

/**
 * What the palette offers on a review page: everything that has a key here, its filters, evidence and notes.
 */
export function useReviewCommands(): void {
  const { canAnnotate, payload, threads } = useReviewSource()
  const { artifacts, artifact, thread, filter, openArtifact, openThread } = useSelection()
  const { numbers } = useConversation()
  const { live, call } = useLiveActions()
  const { decide } = useUndoableActions()

  const keyed = computed<Command[]>(() =>
    shortcuts
      .filter(
        each =>
          live.value.has(each.action) &&
          !left.includes(each.action) &&
          (thread.value || !['resolve', 'delete-note'].includes(each.action)),
      )
      .toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
      .map(({ action, description, label, group }) => ({
        id: action,
        group: 'This review',
        label: told[action]?.label ?? description,
        detail: told[action]?.label ? undefined : group,
        icon: told[action]?.icon,
        keys: label,
        run: () => call(action),
      })),
  )

  useCommands(() =>
    payload.value
      ? [
          ...keyed.value,
          ...(canAnnotate
            ? [
                {
                  id: 'reopen',
                  group: 'This review' as const,
                  label: 'Verdict: In review',
                  icon: 'i-lucide-gavel',
                  run: () => decide('open'),
                },
              ]
            : []),
          ...threadStatuses.map(status => ({
            id: `filter-${status}`,
            group: 'This review' as const,
            label: filters[status],
            icon: 'i-lucide-list-filter',
            current: filter.value === status,
            run: () => {
              filter.value = status
            },
          })),
          ...artifacts.value.map(each => ({
            id: each.id,
            group: 'Evidence' as const,
            label: each.title,
            detail: each.route ?? undefined,
            icon: each.kind === 'video' ? 'i-lucide-film' : 'i-lucide-image',
            current: each.id === artifact.value?.id,
            run: () => {
              openThread(undefined)
              openArtifact(each, each.currentRevision ?? undefined)
            },
          })),
          ...threads.value.map(each => ({
            id: each.threadId,
            group: 'Comments' as const,
            label: `Comment ${numbers.value.get(each.threadId) ?? ''}`.trim(),
            detail: each.comment.slice(0, 80),
            icon: 'i-lucide-message-square',
            run: () => openThread(each),
          })),
        ]
      : [],
  )
}
