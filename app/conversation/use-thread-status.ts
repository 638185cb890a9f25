import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { includesStatus } from '~/review-state/status-filter'
import { text } from '~/text/review'
import type { UndoableChange } from '~/ui/messages/use-undo-toast'

/** Resolves and reopens threads. A toast offers to undo the change, or explains a failure. */
export interface ThreadStatusActions {
  /**
   * Resolves or reopens a thread. If the thread is selected and leaves the list, the next thread is selected;
   * after the last thread, the first one. When a fix was checked, only another fix is selected, so that
   * pressing the same key again cannot resolve a comment without a fix. After the last fix, the stage shows
   * the latest revision. On failure, the thread is selected again. Resolves to the change; undefined if it
   * failed.
   */
  setStatus: (of: Thread, status: 'resolved' | 'open') => Promise<UndoableChange | undefined>
  /**
   * Reopens an addressed thread because a part of the fix is missing. The person names this part in a reply,
   * whose form must be open. The button Cancel of the form undoes the reopening.
   */
  refuse: (of: Thread) => void
  /**
   * Returns the fix that is checked after a thread; undefined after the last one. A refused fix must still
   * have the place that it had in the list: call this before the form of its reply closes.
   */
  fixAfter: (of: Thread) => Thread | undefined
  /**
   * Selects the next fix after a fix was refused and the reply was sent. After the last fix, selects none,
   * shows the latest revision, and a toast says that all fixes are checked.
   */
  leaveRefused: (of: Thread, next: Thread | undefined) => void
  /** Resolves or reopens several threads. */
  setStatuses: (of: readonly Thread[], status: 'resolved' | 'open') => Promise<void>
}

/** The actions that resolve and reopen threads of the page's review. */
export function useThreadStatus(): ThreadStatusActions {
  const attempt = useFailureToast()
  const { showUndoToast } = useUndoToast()
  const toasts = usePageToasts()
  const { threads } = useReviewSource()
  const { artifact, latestRevision, newerRevision, openArtifact, openThread } = useSelection()
  const { threadId, filter } = useThreadSelection()
  const changes = useThreadChanges()
  const { neighborOf } = useThreadList()
  const { counts } = useConversation()

  const isThreadIn = (of: Thread, status: ThreadStatus) =>
    threads.value.some(each => each.threadId === of.threadId && each.status === status)

  const { reopenings } = useOpenForms()

  const lastFix = () => text.undo.lastFix(counts.value.open)
  const fixAfter = (of: Thread) => neighborOf(of, 1, 'addressed')
  /** Selects the next fix. After the last one, the stage shows the latest revision again. */
  function openNextFix(next: Thread | undefined) {
    openThread(next)
    if (!next && newerRevision.value) openArtifact(artifact.value, latestRevision.value)
  }

  const actions: ThreadStatusActions = {
    refuse: of => void reopenings.set(of.threadId, actions.setStatus(of, 'open')),
    fixAfter,
    leaveRefused(of, next) {
      if (of.threadId === threadId.value) openNextFix(next)
      if (!next) toasts.add({ title: text.undo.reopened(of.number), description: lastFix() })
    },
    async setStatus(of, status) {
      const before = of.status
      const isChecked = before === 'addressed' && status === 'resolved'
      const next = isChecked ? fixAfter(of) : (neighborOf(of, 1) ?? neighborOf(undefined, 1))
      const changed = attempt(text.undo.notChanged(of.number), () => changes.setStatus(of, status))
      const isSelected = of.threadId === threadId.value
      if (isSelected && isChecked) openNextFix(next)
      else if (isSelected && !includesStatus(filter.value, status))
        openThread(next?.threadId === of.threadId ? undefined : next)
      // Deselects the resolved thread if it stays listed: otherwise a second press of the same key would
      // reopen it.
      else if (isSelected && status === 'resolved') openThread(undefined)
      const shown = threadId.value
      if (!(await changed)) {
        // Selects the thread again, unless the person has selected another thread during the request.
        if (isSelected && threadId.value === shown) openThread(of)
        return undefined
      }
      const done = status === 'resolved' ? text.undo.resolved : text.undo.reopened
      const toast = {
        title: done(of.number),
        description: isChecked && !next ? lastFix() : undefined,
        isCurrent: () => isThreadIn(of, status),
      }
      return showUndoToast(toast, async () => {
        await changes.restoreStatus(of, before)
        // If the thread is still selected, the shown revision does not change.
        if (isSelected && threadId.value !== of.threadId)
          openThread(threads.value.find(each => each.threadId === of.threadId))
      })
    },
    async setStatuses(of, status) {
      const before = Map.groupBy(of, each => each.status)
      if (!(await attempt(text.undo.notAllChanged, () => changes.setStatuses(of, status)))) return
      const describe = status === 'resolved' ? text.undo.severalResolved : text.undo.severalReopened
      const isCurrent = () => of.some(each => isThreadIn(each, status))
      showUndoToast({ title: describe(of.length), isCurrent }, async () => {
        for (const [was, threads] of before) await changes.setStatuses(threads, was)
      })
    },
  }
  return actions
}
