import type { ApiError } from '~/ui/use-api'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { shapeOf } from '~/annotation/shapes'
import { latestEdit } from '~/ui/latest-edit'

/**
 * Marks that were moved or sized: shown at once, put back where they were when the server does not take them.
 */
export function useAnnotationEdits() {
  const api = useApi()
  const toast = useToast()
  const { threads } = useReviewSource()
  const { numbers, put } = useConversation()
  const { showUndoToast } = useUndoableActions()
  const moved = shallowRef<ReadonlyMap<string, Shape>>(new Map())
  const edits = new Map<string, (shape: Shape) => void>()

  function show(id: string, shape: Shape | null) {
    const next = new Map(moved.value)
    if (shape) next.set(id, shape)
    else next.delete(id)
    moved.value = next
  }

  function begin(id: string) {
    return latestEdit<Shape>({
      show: shape => show(id, shape),
      send: async ({ geometry }) => {
        const saved = await api('PATCH /api/threads/{id}', { params: { id }, body: { geometry } })
        // What was said meanwhile stays.
        const now = threads.value.find(each => each.threadId === id)
        if (now) put({ ...now, geometry: saved.geometry, updatedAt: saved.updatedAt })
      },
      fail: error => {
        const { message, hint } = error as ApiError
        toast.add({
          title: `Comment ${numbers.value.get(id) ?? ''} was not moved`,
          description: [message, hint, 'It stands where it was.'].filter(Boolean).join(' '),
          color: 'error',
        })
      },
      end: () => {
        edits.delete(id)
        show(id, null)
      },
    })
  }

  function move(id: string, shape: Shape) {
    const to = edits.get(id) ?? begin(id)
    edits.set(id, to)
    to(shape)
  }

  const shapeNow = (thread: Thread): Shape | null => moved.value.get(thread.threadId) ?? shapeOf(thread)

  return {
    /** Where a note's mark stands now. */
    shapeNow,
    edit(id: string, shape: Shape) {
      const note = threads.value.find(each => each.threadId === id)
      const before = note && shapeNow(note)
      move(id, shape)
      if (before)
        showUndoToast(`Comment ${numbers.value.get(id) ?? ''} moved`, undefined, async () => move(id, before))
    },
  }
}
