import type { Artifact } from '#shared/contract/artifact'
import type { SubmittedReview } from '#shared/contract/pending-comment'
import type { Review, ReviewPayload } from '#shared/contract/review'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { restoreDraftText } from '~/conversation/use-draft-text'
import { verdictDraft } from '~/conversation/use-pending'
import { text } from '~/text/review'
import { changesOf, isVerdictOutdated } from '#shared/outdated-verdict'
import { repeatsVerdict } from '#shared/repeated-verdict'
import { openVerdictForm } from '~/review/open-verdict-form'
import { verdictLabel } from '~/review/status-labels'
import { text as dialogs } from '~/text/review-dialogs'
import { isolate } from '~/ui/format'
import { isTouch } from '~/ui/is-touch'
import { undoButton } from '~/ui/undo-button'

/** A button of a toast. */
interface ToastAction {
  label: string
  onClick: () => void
}

interface UndoToast {
  title: string
  description?: string
  label?: string
  undone?: string
  /** Whether what the toast says is so still: it is closed when it is not. */
  isCurrent?: () => boolean
}

/** Actions of a reviewer that a toast offers to undo. When an action fails, a toast explains why. */
export interface UndoableActions {
  /**
   * Shows what was done and offers to undo it. Replaces the previous toast of this kind, whose change the
   * shortcut undoes afterwards. Closed when `isCurrent` returns false: what it is about is gone. Does nothing
   * after the page was left.
   */
  showUndoToast: (
    title: string,
    description: string | undefined,
    undo: () => Promise<unknown>,
    isCurrent?: () => boolean,
  ) => void
  /**
   * Lets the shortcut undo what was done, without a toast, while `isPossible`. The toast of an earlier change
   * is closed, since the shortcut undoes the latest one.
   */
  addUndo: (title: string, undo: () => Promise<unknown>, isPossible: () => boolean) => void
  /**
   * Resolves or reopens a thread. If it is selected and leaves the list, the next one is selected; after the
   * last one, the first. When it fails, the thread is selected again.
   */
  setStatus: (of: Thread, status: 'resolved' | 'open') => Promise<void>
  /** Resolves or reopens several threads. */
  setStatuses: (of: readonly Thread[], status: 'resolved' | 'open') => Promise<void>
  /** Prefers an artifact within its variation group, or removes the preference. */
  prefer: (chosen: Artifact, preferred: boolean) => Promise<void>
  /**
   * Sets the verdict, with a comment if there is one; asks first before it verifies a review with open
   * comments. With pending comments it opens the dialog that sends them together. Returns whether the verdict
   * was saved. Undo puts the comment back into the form of the verdict.
   */
  decide: (status: ReviewStatus, comment?: string) => Promise<boolean>
  /**
   * Sends the pending comments as `usePending().submit` does. A toast offers to undo the verdict, if there is
   * one: others have seen the comments. Its comment is put back into the form of the verdict. Throws
   * {@link ApiError}.
   */
  submitReview: (status?: ReviewStatus, comment?: string) => Promise<SubmittedReview['unsent']>
}

/** The actions of the page's review that can be undone. */
export function useUndoableActions(): UndoableActions {
  const api = useApi()
  const { me } = useSession()
  const toast = usePageToasts()
  const { announce } = useAnnouncements()
  const attempt = useAttempt()
  const history = useUndoHistory()
  const source = useReviewSource()
  const own = useOwnReviewer()
  const { artifacts, threadId, filter, openThread } = useSelection()
  const conversation = useConversation()
  const { neighborOf } = useThreadList()
  const nextReview = useNextReview()
  const verdictCheck = useVerdictCheck()
  const { pending, submission, submit } = usePending()
  // Session state, like the toasts themselves.
  const shownToast = useState<string | number | undefined>('undo-toast', () => undefined)

  function closeToast() {
    if (shownToast.value !== undefined) toast.remove(shownToast.value)
  }
  /** `undone`: what is undone, where the toast says more. */
  function show(
    { title, description, label, undone = title, isCurrent }: UndoToast,
    undo: () => Promise<unknown>,
    more: ToastAction[] = [],
  ) {
    // The shortcut would undo it on the page of another review.
    if (toast.isLeft()) return
    closeToast()
    const step = { title: undone, undo: () => attempt(text.undo.failed, undo) }
    history.add(step)
    shownToast.value = toast.add(
      {
        title,
        description,
        color: 'neutral',
        actions: [undoButton(() => void history.undo(step), label), ...more],
      },
      isCurrent,
    )
  }
  const showUndoToast: UndoableActions['showUndoToast'] = (title, description, undo, isCurrent) =>
    show({ title, description, isCurrent }, undo)
  const isThreadIn = (of: Thread, status: ThreadStatus) =>
    source.threads.value.some(each => each.threadId === of.threadId && each.status === status)
  /** Returns whether the verdict of the review is the one of now still. */
  function verdictOfNow(): () => boolean {
    const { status, decidedAt } = source.payload.value?.review ?? {}
    return () => {
      const review = source.payload.value?.review
      return review !== undefined && review.status === status && review.decidedAt === decidedAt
    }
  }

  function isRepeated({ review, reviewers, artifacts }: ReviewPayload, status: ReviewStatus): boolean {
    const changes = changesOf(review, artifacts)
    return repeatsVerdict({ status: review.status, reviewers, changes }, me.value?.user.id, status)
  }

  /** When the person gave a verdict that is not that of the review. */
  async function ownVerdictTime(): Promise<string | null> {
    await source.refresh()
    return own.value?.decidedAt ?? null
  }

  /** When the person gave a verdict, after which the review is as in `now`. */
  function verdictTime(before: Review, now: Review, status: ReviewStatus) {
    const isAsBefore = now.decidedAt !== null && now.decidedAt === before.decidedAt
    return now.status !== status || isAsBefore ? ownVerdictTime() : now.decidedAt
  }
  const undoVerdict = (givenAt: string | null, comment: string | undefined) => async () => {
    if (givenAt === null) throw new Error(text.verdict.unknown)
    await source.undoVerdict(givenAt)
    if (comment) restoreDraftText(verdictDraft('verdict', source.id), comment)
  }
  const commentButton = () => ({ label: text.verdict.addComment, onClick: () => void openVerdictForm() })
  const nextButton = () => ({
    label: isTouch() ? text.next.label : text.next.withKey,
    onClick: () => void nextReview(),
  })

  async function restoreStatus(of: Thread, status: ThreadStatus) {
    await api('PATCH /api/threads/{id}', { params: { id: of.threadId }, body: { status } })
    await source.refresh()
  }

  return {
    showUndoToast,
    addUndo(title, undo, isPossible) {
      if (toast.isLeft()) return
      closeToast()
      history.add({ title, undo: () => attempt(text.undo.failed, undo), isPossible })
    },
    async setStatus(of, status) {
      const before = of.status
      const next = neighborOf(of, 1) ?? neighborOf(undefined, 1)
      const changed = attempt(text.undo.notChanged(of.number), () => conversation.setStatus(of, status))
      const isSelected = of.threadId === threadId.value
      if (isSelected && status !== filter.value) openThread(next?.threadId === of.threadId ? undefined : next)
      // The same key would reopen it.
      else if (isSelected && status === 'resolved') openThread(undefined)
      const shown = threadId.value
      if (!(await changed)) {
        // The person sees which one it was, unless they went on.
        if (isSelected && threadId.value === shown) openThread(of)
        return
      }
      const done = status === 'resolved' ? text.undo.resolved : text.undo.reopened
      const undo = async () => {
        await restoreStatus(of, before)
        if (isSelected) openThread(source.threads.value.find(each => each.threadId === of.threadId))
      }
      showUndoToast(done(of.number), undefined, undo, () => isThreadIn(of, status))
    },
    async setStatuses(of, status) {
      const before = Map.groupBy(of, each => each.status)
      if (!(await attempt(text.undo.notAllChanged, () => conversation.setStatuses(of, status)))) return
      const describe = status === 'resolved' ? text.undo.severalResolved : text.undo.severalReopened
      const undo = async () => {
        for (const [was, threads] of before) await conversation.setStatuses(threads, was)
      }
      showUndoToast(describe(of.length), undefined, undo, () => of.some(each => isThreadIn(each, status)))
    },
    async prefer(chosen, preferred) {
      const before = artifacts.value.find(
        each => each.preferred && each.variationGroup === chosen.variationGroup,
      )
      if (!(await attempt(text.undo.choiceNotSaved, () => source.prefer(chosen, preferred)))) return
      showUndoToast(
        preferred ? text.undo.preferred(chosen.title) : text.undo.nonePreferred,
        undefined,
        () => (before ? source.prefer(before, true) : source.prefer(chosen, false)),
        () => artifacts.value.some(each => each.id === chosen.id && each.preferred === preferred),
      )
    },
    async decide(status, comment) {
      const before = source.payload.value
      if (!before) return false
      if (status !== 'open' && pending.value.length > 0) {
        submission.value = { status, draft: comment === undefined ? 'submit' : 'verdict' }
        return false
      }
      if (comment === undefined && isRepeated(before, status)) {
        announce(text.verdict.is(verdictLabel(status)))
        return false
      }
      if (status === 'verified' && !(await verdictCheck.confirm())) return false
      const labelBefore = verdictLabel(
        before.review.status,
        0,
        isVerdictOutdated(before.review, changesOf(before.review, before.artifacts)),
      )
      let isDecided = true
      let givenAt: string | null = null
      const isSaved = await attempt(text.verdict.notSaved, async () => {
        const review = await source.decide(status, comment)
        isDecided = review.status === status
        givenAt = await verdictTime(before.review, review, status)
      })
      if (!isSaved) return false
      const effect = isDecided ? text.verdict.previous(labelBefore) : text.verdict.waits
      show(
        {
          title: (isDecided ? text.verdict.is : text.verdict.yours)(
            verdictLabel(status, conversation.counts.value.open),
          ),
          description: text.verdict.of(isolate(before.review.title), effect),
          isCurrent: verdictOfNow(),
        },
        undoVerdict(givenAt, comment),
        status === 'open' ? [] : [nextButton(), ...(comment === undefined ? [commentButton()] : [])],
      )
      return true
    },
    async submitReview(status, comment) {
      const before = source.payload.value?.review
      const count = pending.value.length
      const unsent = await submit(status, comment)
      const title = dialogs.submit.sent(count - unsent.length + (comment && !status ? 1 : 0))
      const now = source.payload.value?.review
      if (!status || !before || !now) {
        toast.add({ title })
        return unsent
      }
      const givenAt = await verdictTime(before, now, status)
      const undone = text.verdict.yours(verdictLabel(status))
      const description = text.verdict.of(isolate(now.title), undone)
      show(
        { title, description, label: text.undo.verdict, undone, isCurrent: verdictOfNow() },
        undoVerdict(givenAt, comment),
        [nextButton()],
      )
      return unsent
    },
  }
}
