import type { provideReview } from '~/review/use-review'
import type { Artifact } from '#shared/contract/artifact'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { reviewStatusLabels } from '~/review/status-labels'

/** The undo that is on offer: one at a time, always of the last deed. */
const useOffer = () => useState<string | number | undefined>('undo-offer', () => undefined)

/**
 * What a reviewer does with one press and can take back: done, then told with Undo; or why it was not done.
 */
export function useUndoableActions(review: ReturnType<typeof provideReview>) {
  const api = useApi()
  const toast = useToast()
  const offer = useOffer()
  const nextReview = useNextReview(review)

  async function told(failed: string, deed: () => Promise<unknown>): Promise<boolean> {
    try {
      await deed()
      return true
    } catch (error) {
      toast.add({ title: failed, description: (error as Error).message, color: 'error' })
      return false
    }
  }

  /** Says what was done and offers to take it back. */
  function offerUndo(
    title: string,
    description: string | undefined,
    undo: () => Promise<unknown>,
    more: { label: string; onClick: () => void }[] = [],
  ) {
    if (offer.value !== undefined) toast.remove(offer.value)
    offer.value = toast.add({
      title,
      description,
      color: 'neutral',
      actions: [{ label: 'Undo', onClick: () => void told('It was not undone', undo) }, ...more],
    }).id
  }

  async function back(thread: Thread, status: ThreadStatus) {
    await api('PATCH /api/threads/{id}', { params: { id: thread.threadId }, body: { status } })
    await review.refresh()
  }

  return {
    offerUndo,
    async setThread(of: Thread, next: 'resolved' | 'open') {
      const before = of.status
      if (!(await told('The note was not changed', () => review.setThread(of, next)))) return
      const number = review.numbers.value.get(of.threadId)
      offerUndo(
        `${number ? `Note ${number}` : 'The note'} ${next === 'resolved' ? 'resolved' : 'reopened'}`,
        undefined,
        () => back(of, before),
      )
    },
    /** Prefers one variation of its group, or none. */
    async prefer(chosen: Artifact, preferred: boolean) {
      const before = review.artifacts.value.find(
        each => each.preferred && each.variationGroup === chosen.variationGroup,
      )
      if (
        !(await told('Your choice was not saved. It is as it was before', () =>
          review.prefer(chosen, preferred),
        ))
      )
        return
      offerUndo(preferred ? `“${chosen.title}” is preferred` : 'No variation is preferred', undefined, () =>
        before ? review.prefer(before, true) : review.prefer(chosen, false),
      )
    },
    async decide(next: ReviewStatus) {
      const before = review.payload.value?.review.status
      if (
        before === next ||
        !(await told('The verdict was not saved', () => review.decide(next))) ||
        before === undefined
      )
        return
      offerUndo(
        `Verdict: ${reviewStatusLabels[next]}`,
        `Previously: ${reviewStatusLabels[before]}`,
        () => review.decide(before),
        next === 'open' ? [] : [{ label: 'Next review (Q)', onClick: () => void nextReview() }],
      )
    },
  }
}
