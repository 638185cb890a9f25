import type { ApiError } from '#shared/client'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { boundsOf, shapesOf } from '#shared/annotation/shapes'
import { parseMarkId } from './thread-marks'
import { latestEdit } from '~/ui/network/latest-edit'
import { text } from '~/text/stage'

/** Fractions of the image: lengths that differ by less than this count as equal, because of rounding. */
const ROUNDING = 1e-9

/** Returns whether a changed shape has the same size as before. */
function isMove(before: Shape, after: Shape): boolean {
  const [was, is] = [boundsOf(before), boundsOf(after)]
  return Math.abs(was.width - is.width) < ROUNDING && Math.abs(was.height - is.height) < ROUNDING
}

/**
 * Moves and resizes the shapes of comments. A change is shown immediately. If the server rejects it, the
 * change is reverted and a toast explains why.
 */
export function useAnnotationEdits() {
  const api = useApi()
  const toast = usePageToasts()
  const { threads } = useReviewSource()
  const { put } = useThreadChanges()
  const { showUndoToast } = useUndoToast()
  /** The shapes that are shown but not saved yet, by thread id. */
  const unsaved = shallowRef<ReadonlyMap<string, readonly Shape[]>>(new Map())
  const edits = new Map<string, (shapes: readonly Shape[]) => void>()

  function show(id: string, shapes: readonly Shape[] | null) {
    const next = new Map(unsaved.value)
    if (shapes) next.set(id, shapes)
    else next.delete(id)
    unsaved.value = next
  }

  function createEdit({ threadId: id, number }: Thread) {
    return latestEdit<readonly Shape[]>({
      show: shapes => show(id, shapes),
      send: async ([first, ...more]) => {
        const body = { geometry: first?.geometry, ...(more.length > 0 && { shapes: more }) }
        const { geometry, shapes, updatedAt } = await api('PATCH /api/threads/{id}', { params: { id }, body })
        // Replaces only the shapes of the thread, because a reply may have arrived during the request.
        const current = threads.value.find(each => each.threadId === id)
        if (current) put({ ...current, geometry, shapes, updatedAt })
      },
      fail: error => {
        const { message, hint } = error as ApiError
        toast.add({
          title: text.edits.notMoved(number),
          description: [message, hint, text.edits.restored].filter(Boolean).join(' '),
          color: 'error',
        })
      },
      end: () => {
        edits.delete(id)
        show(id, null)
      },
    })
  }

  function change(thread: Thread, shapes: readonly Shape[]) {
    const edit = edits.get(thread.threadId) ?? createEdit(thread)
    edits.set(thread.threadId, edit)
    edit(shapes)
  }

  const shapesNow = (thread: Thread): readonly Shape[] =>
    unsaved.value.get(thread.threadId) ?? shapesOf(thread)

  return {
    /** Returns the shapes of a thread, including edits that are not saved yet. */
    shapesNow,
    /** Changes the shape of a mark, and shows a toast that offers to undo the change. */
    edit(markId: string, shape: Shape) {
      const { threadId: id, index } = parseMarkId(markId)
      const thread = threads.value.find(each => each.threadId === id)
      if (!thread) return
      const before = shapesNow(thread)
      if (!before[index]) return
      change(thread, before.with(index, shape))
      const done = isMove(before[index], shape) ? text.edits.moved : text.edits.resized
      const isCurrent = () => threads.value.some(each => each.threadId === id)
      showUndoToast({ title: done(thread.number), isCurrent }, async () => change(thread, before))
    },
  }
}
