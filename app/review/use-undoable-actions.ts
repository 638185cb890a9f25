import type { Artifact } from '#shared/contract/artifact'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { reviewStatusLabels } from '~/review/status-labels'

/** A button of a toast. */
interface ToastAction {
  label: string
  onClick: () => void
}

/** Actions of a reviewer that a toast offers to undo. When an action fails, a toast explains why. */
export interface UndoableActions {
  /** Shows what was done and offers to undo it. Replaces the previous toast of this kind. */
  showUndoToast: (
    title: string,
    description: string | undefined,
    undo: () => Promise<unknown>,
    more?: ToastAction[],
  ) => void
  /** Resolves or reopens a thread. */
  setStatus: (of: Thread, status: 'resolved' | 'open') => Promise<void>
  /** Prefers an artifact within its variation group, or removes the preference. */
  prefer: (chosen: Artifact, preferred: boolean) => Promise<void>
  /** Sets the verdict. */
  decide: (status: ReviewStatus) => Promise<void>
}

/** The actions of the page's review that can be undone. */
export function useUndoableActions(): UndoableActions {
  const api = useApi()
  const toast = useToast()
  const source = useReviewSource()
  const { artifacts } = useSelection()
  const conversation = useConversation()
  const nextReview = useNextReview()
  // Session state, like the toasts themselves: a toast stays when the next page opens.
  const shownToast = useState<string | number | undefined>('undo-toast', () => undefined)

  /** Runs an action and returns whether it succeeded. Shows a toast when it fails. */
  async function attempt(failureTitle: string, action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action()
      return true
    } catch (error) {
      toast.add({ title: failureTitle, description: (error as Error).message, color: 'error' })
      return false
    }
  }

  const showUndoToast: UndoableActions['showUndoToast'] = (title, description, undo, more = []) => {
    if (shownToast.value !== undefined) toast.remove(shownToast.value)
    shownToast.value = toast.add({
      title,
      description,
      color: 'neutral',
      actions: [{ label: 'Undo', onClick: () => void attempt('It was not undone', undo) }, ...more],
    }).id
  }

  async function restoreStatus(of: Thread, status: ThreadStatus) {
    await api('PATCH /api/threads/{id}', { params: { id: of.threadId }, body: { status } })
    await source.refresh()
  }

  return {
    showUndoToast,
    async setStatus(of, status) {
      const before = of.status
      if (!(await attempt('The comment was not changed', () => conversation.setStatus(of, status)))) return
      const number = conversation.numbers.value.get(of.threadId)
      const name = number ? `Comment ${number}` : 'The comment'
      showUndoToast(`${name} ${status === 'resolved' ? 'resolved' : 'reopened'}`, undefined, () =>
        restoreStatus(of, before),
      )
    },
    async prefer(chosen, preferred) {
      const before = artifacts.value.find(
        each => each.preferred && each.variationGroup === chosen.variationGroup,
      )
      if (!(await attempt('Your choice was not saved', () => source.prefer(chosen, preferred)))) return
      showUndoToast(
        preferred ? `“${chosen.title}” is preferred` : 'No variation is preferred',
        undefined,
        () => (before ? source.prefer(before, true) : source.prefer(chosen, false)),
      )
    },
    async decide(status) {
      const before = source.payload.value?.review.status
      if (before === undefined || before === status) return
      if (!(await attempt('The verdict was not saved', () => source.decide(status)))) return
      showUndoToast(
        `Verdict: ${reviewStatusLabels[status]}`,
        `Previously: ${reviewStatusLabels[before]}`,
        () => source.decide(before),
        status === 'open' ? [] : [{ label: 'Next review (Q)', onClick: () => void nextReview() }],
      )
    },
  }
}
