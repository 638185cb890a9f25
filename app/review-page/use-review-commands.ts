import { reviewStatuses, threadStatuses } from '#shared/contract/review-status'
import { openVerdictForm } from '~/verdict/open-verdict-form'
import { plainText } from '~/comment/plain-text'
import { reviewStatusLabel } from '~/review-state/status-labels'
import { text } from '~/text/review'
import { shortcuts as shortcutTexts } from '~/text/shell'
import { text as threadTexts } from '~/text/thread'
import { shortcuts, type KeyAction, type Shortcut } from '~/ui/keys/shortcuts'
import { toolBar } from '~/annotation/tools/tool-bar'
import { distinctions } from '~/evidence/distinctions'
import type { Command } from '~/palette/command-search'

/**
 * Returns the icons of actions. If the description of a shortcut is not clear without context, also returns a
 * label.
 */
const appearances = (): Partial<Record<KeyAction, { label?: string; icon: string }>> => ({
  'verify': { label: text.verdict.is(reviewStatusLabel('verified')), icon: 'i-lucide-gavel' },
  'request-changes': {
    label: text.verdict.is(reviewStatusLabel('changes_requested')),
    icon: 'i-lucide-gavel',
  },
  'comment': { icon: 'i-lucide-message-square' },
  'search-comments': { icon: 'i-lucide-search' },
  'next-review': { icon: 'i-lucide-chevron-right' },
  'next-comment': { icon: 'i-lucide-arrow-down' },
  'previous-comment': { icon: 'i-lucide-arrow-up' },
  'resolve': { icon: 'i-lucide-check' },
  'reply': { icon: 'i-lucide-reply' },
  'delete-comment': { icon: 'i-lucide-trash-2' },
  ...Object.fromEntries(
    toolBar.map(({ name, label, icon }) => [`tool-${name}`, { label: text.commands.tool(label), icon }]),
  ),
  'shortcuts': { icon: 'i-lucide-keyboard' },
})
/**
 * Actions that are no commands of this page: the command for the inbox is listed under "Go to", and the other
 * actions need a key that is held or a focused control.
 */
const excluded: KeyAction[] = [
  'inbox',
  'command-palette',
  'escape',
  'undo',
  'pan-or-play',
  'compare-less',
  'compare-more',
  'place-mark',
  'scroll-up',
  'scroll-down',
  'scroll-to-top',
  'scroll-to-bottom',
]
/** The order of the commands, by the group of their shortcut; the most used group is first. */
const order: Shortcut['group'][] = [
  'decide',
  'comments',
  'annotate',
  'compare',
  'general',
  'view',
  'video',
  'evidence',
]

/** Adds the commands of a review page to the palette: its shortcuts, filters, evidence and comments. */
export function useReviewCommands(): void {
  const { payload, threads } = useReviewSource()
  const { canAnnotate } = useReviewAccess()
  const { artifacts, artifact, openArtifact, openThread } = useSelection()
  const { thread, filter } = useThreadSelection()
  const { active, call } = useActiveShortcuts()
  const { modes } = useCompare()
  const { decide } = useVerdict()
  const { pending, submission } = usePending()

  const shortcutCommands = computed<Command[]>(() => {
    const shown = appearances()
    return shortcuts
      .filter(
        each =>
          active.value.has(each.action) &&
          !excluded.includes(each.action) &&
          (each.action !== 'compare-difference' || modes.value.includes('difference')) &&
          (thread.value || !['resolve', 'reply', 'delete-comment'].includes(each.action)),
      )
      .toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
      .map(({ action, description, label, group }) => ({
        id: action,
        group: 'review',
        last: action === 'verify' || action === 'request-changes',
        label: shown[action]?.label ?? description,
        detail: shown[action]?.label || group === 'decide' ? undefined : shortcutTexts.groups[group],
        icon: shown[action]?.icon,
        keys: label,
        run: () => call(action),
      }))
  })

  /** Opens the dialog that sends the pending comments, like the button below the conversation. */
  const submitCommand = (): Command => ({
    id: 'submit',
    group: 'review',
    label: threadTexts.pendingBar.submit,
    detail: threadTexts.pendingBar.count(pending.value.length),
    icon: 'i-lucide-send',
    run: () => {
      submission.value = { draft: 'submit' }
    },
  })

  /**
   * The command that opens the form of a verdict. If the person searches for a verdict, this command is
   * listed before the verdicts themselves.
   */
  const verdictCommand = (): Command => ({
    id: 'verdict',
    group: 'review',
    label: text.commands.verdict,
    keywords: reviewStatuses.map(status => text.verdict.is(reviewStatusLabel(status))).join(' '),
    icon: 'i-lucide-gavel',
    run: () => openVerdictForm(),
  })

  const details = computed(() => distinctions(artifacts.value))

  useCommands(() =>
    payload.value
      ? [
          ...(pending.value.length > 0 ? [submitCommand()] : []),
          ...shortcutCommands.value,
          ...(canAnnotate
            ? [
                verdictCommand(),
                {
                  id: 'reopen',
                  group: 'review' as const,
                  label: text.verdict.is(reviewStatusLabel('open')),
                  icon: 'i-lucide-gavel',
                  last: true,
                  run: () => decide('open'),
                },
              ]
            : []),
          ...threadStatuses.map(status => ({
            id: `filter-${status}`,
            group: 'review' as const,
            label: text.commands.show[status],
            icon: 'i-lucide-list-filter',
            current: filter.value === status,
            run: () => {
              filter.value = status
            },
          })),
          ...artifacts.value.map(each => ({
            id: each.id,
            group: 'evidence' as const,
            label: each.title,
            detail: details.value.get(each.id) ?? each.route ?? undefined,
            icon: each.kind === 'video' ? 'i-lucide-film' : 'i-lucide-image',
            current: each.id === artifact.value?.id,
            run: () => {
              openThread(undefined)
              openArtifact(each, each.currentRevision ?? undefined)
            },
          })),
          ...threads.value.map(each => ({
            id: each.threadId,
            group: 'comments' as const,
            label: text.commands.comment(each.number),
            detail: plainText(each.comment.slice(0, 160)),
            icon: 'i-lucide-message-square',
            run: () => openThread(each),
          })),
        ]
      : [],
  )
}
