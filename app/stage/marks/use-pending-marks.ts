import { shapesOf } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { ComputedRef } from 'vue'

/** One shape of a pending comment. The pin is at the first shape. */
export interface PendingMark {
  id: string
  commentId: string
  isFirst: boolean
  shape: Shape
  timestampMs: number | null
  endMs: number | null
}

/** The marks of pending comments on a revision. */
export function usePendingMarks(revisionId: () => string | undefined): ComputedRef<PendingMark[]> {
  const { pending } = usePending()
  return computed(() =>
    pending.value.flatMap(({ id, place }) => {
      if (place === null || place.revisionId !== revisionId()) return []
      const { timestampMs, endMs } = place
      return shapesOf(place).map((shape, index) => ({
        id: `${id}.${index}`,
        commentId: id,
        isFirst: index === 0,
        shape,
        timestampMs,
        endMs,
      }))
    }),
  )
}
