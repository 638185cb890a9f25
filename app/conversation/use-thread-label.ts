import type { ThreadLabel } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'
import { text } from '~/text/thread'
import { text as reviewText } from '~/text/review'

/** Labels threads. */
export interface ThreadLabels {
  /** Whether the person may label threads. Visitors of share links may not. */
  readonly canLabel: ComputedRef<boolean>
  /**
   * Labels a thread, or removes its label if it is null. It is shown at once, announced, and can be undone
   * with the shortcut. If the server rejects it, the label is reverted and a toast explains why.
   */
  setLabel: (of: Thread, label: ThreadLabel | null) => Promise<void>
}

/** The labels of the threads of the page's review. */
export function useThreadLabel(): ThreadLabels {
  const api = useApi()
  const attempt = useFailureToast()
  const { addUndo } = useUndoToast()
  const { announce } = useAnnouncements()
  const { canIn } = useWorkspace()
  const { canAnnotate } = useReviewAccess()
  const { payload, threads } = useReviewSource()
  const { put } = useThreadChanges()

  /** Uses the current thread, because a refresh during a request may have loaded replies or removed it. */
  const current = (of: Thread) => threads.value.find(each => each.threadId === of.threadId)
  function show(of: Thread, label: ThreadLabel | null) {
    const now = current(of)
    if (now) put({ ...now, label })
  }

  async function change(of: Thread, label: ThreadLabel | null) {
    const before = current(of)?.label ?? null
    show(of, label)
    try {
      put(await api('PATCH /api/threads/{id}', { params: { id: of.threadId }, body: { label } }))
    } catch (error) {
      if (current(of)?.label === label) show(of, before)
      throw error
    }
  }

  return {
    canLabel: computed(() => canAnnotate && canIn(payload.value?.project.workspaceId, 'resolve')),
    async setLabel(of, label) {
      const before = of.label
      if (!(await attempt(reviewText.undo.notChanged(of.number), () => change(of, label)))) return
      const title = label ? text.labels.set[label](of.number) : text.labels.removed(of.number)
      announce(title)
      addUndo(
        title,
        () => change(of, before),
        () => current(of)?.label === label,
      )
    },
  }
}
