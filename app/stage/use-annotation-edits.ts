import type { ApiError } from '#shared/client'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { shapeOf } from '~/annotation/shapes'
import { latestEdit } from '~/ui/latest-edit'

/** Moves and resizes marks: shown at once, and reverted with a toast when the server rejects the change. */
export function useAnnotationEdits() {
  const api = useApi()
  const toast = useToast()
  const { threads } = useReviewSource()
  const { numbers, put } = useConversation()
  const { showUndoToast } = useUndoableActions()
  /** The shapes that are shown but not saved yet, by thread id. */
  const unsaved = shallowRef<ReadonlyMap<string, Shape>>(new Map())
  const edits = new Map<string, (shape: Shape) => void>()

  function show(id: string, shape: Shape | null) {
    const next = new Map(unsaved.value)
    if (shape) next.set(id, shape)
    else next.delete(id)
    unsaved.value = next
  }

  function createEdit(id: string) {
    return latestEdit<Shape>({
      show: shape => show(id, shape),
      send: async ({ geometry }) => {
        const saved = await api('PATCH /api/threads/{id}', { params: { id }, body: { geometry } })
        // Only the geometry: a reply may have arrived during the request.
        const current = threads.value.find(each => each.threadId === id)
        if (current) put({ ...current, geometry: saved.geometry, updatedAt: saved.updatedAt })
      },
      fail: error => {
        const { message, hint } = error as ApiError
        toast.add({
          title: `Comment ${numbers.value.get(id) ?? ''} was not moved`,
          description: [message, hint, 'It is back at its previous position.'].filter(Boolean).join(' '),
          color: 'error',
        })
      },
      end: () => {
        edits.delete(id)
        show(id, null)
      },
    })
  }

  function change(id: string, shape: Shape) {
    const edit = edits.get(id) ?? createEdit(id)
    edits.set(id, edit)
    edit(shape)
  }

  const shapeNow = (thread: Thread): Shape | null => unsaved.value.get(thread.threadId) ?? shapeOf(thread)

  return {
    /** Returns the shape of a thread's mark, including edits that are not saved yet. */
    shapeNow,
    /** Changes the shape of a mark, and offers to undo that. */
    edit(id: string, shape: Shape) {
      const thread = threads.value.find(each => each.threadId === id)
      const before = thread && shapeNow(thread)
      change(id, shape)
      if (before)
        showUndoToast(`Comment ${numbers.value.get(id) ?? ''} moved`, undefined, async () =>
          change(id, before),
        )
    },
  }
}
