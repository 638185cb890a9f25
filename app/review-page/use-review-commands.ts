import { reviewStatuses } from '#shared/contract/review-status'
import { plainText } from '~/comment/plain-text'
import { statusFilters } from '~/review-state/status-filter'
import { reviewStatusLabel } from '~/review-state/status-labels'
import { text as reviewText } from '~/text/review'
import { shortcuts as shortcutText } from '~/text/shell'
import { text as threadText } from '~/text/thread'
import { shortcuts, type Shortcut } from '~/ui/keys/shortcuts'
import { distinctions } from '~/evidence/distinctions'
import type { Command } from '~/palette/command-search'
import { shortcutListings } from './shortcut-commands'

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
  const { pending } = usePending()
  const card = useVerdictCard()

  const shortcutCommands = computed<Command[]>(() => {
    const listings = shortcutListings()
    return shortcuts
      .filter(
        ({ action }) =>
          active.value.has(action) &&
          (action !== 'compare-difference' || modes.value.includes('difference')) &&
          (thread.value || !['resolve', 'reply', 'delete-comment'].includes(action)),
      )
      .toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
      .flatMap(({ action, description, label: keys, group }) => {
        const listing = listings[action]
        if (!listing) return []
        return {
          id: action,
          group: 'review',
          last: action === 'verify' || action === 'request-changes',
          label: listing.label ?? description,
          keywords: description,
          detail: listing.label || group === 'decide' ? undefined : shortcutText.groups[group],
          icon: listing.icon,
          keys,
          run: () => call(action),
        }
      })
  })

  /** Opens the card that sends the pending comments, like the button below the conversation. */
  const submitCommand = (): Command => ({
    id: 'submit',
    group: 'review',
    label: threadText.pendingBar.submit,
    detail: threadText.pendingBar.count(pending.value.length),
    icon: 'i-lucide-send',
    run: () => card.open('comment'),
  })

  /**
   * The command that opens the card of the verdict. If the person searches for a verdict, this command is
   * listed before the verdicts themselves.
   */
  const verdictCommand = (): Command => ({
    id: 'verdict',
    group: 'review',
    label: reviewText.commands.verdict,
    keywords: reviewStatuses.map(status => reviewText.verdict.is(reviewStatusLabel(status))).join(' '),
    icon: 'i-lucide-gavel',
    run: () => card.open(),
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
                  label: reviewText.verdict.is(reviewStatusLabel('open')),
                  icon: 'i-lucide-gavel',
                  last: true,
                  run: () => decide('open'),
                },
              ]
            : []),
          ...statusFilters.map(status => ({
            id: `filter-${status}`,
            group: 'review' as const,
            label: reviewText.commands.show[status],
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
            label: reviewText.commands.comment(each.number),
            detail: plainText(each.comment.slice(0, 160)),
            icon: 'i-lucide-message-square',
            run: () => openThread(each),
          })),
        ]
      : [],
  )
}
