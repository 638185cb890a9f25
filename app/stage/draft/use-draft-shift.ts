import { pan } from '~/annotation/zoom-and-pan'
import type { StageViewport } from '../use-viewport'

/**
 * Returns a function that moves the image by a number of CSS pixels, so that the form of a new comment does
 * not cover the comment's mark. When the form closes, the image moves back.
 */
export function useDraftShift(viewport: StageViewport): (dy: number) => void {
  const { draft } = useDraft()
  let moved: { fitted: boolean; by: number } | undefined

  watch(draft, now => {
    if (now || !moved) return
    const { fitted, by } = moved
    moved = undefined
    if (fitted) viewport.fit()
    else if (viewport.exact.value) viewport.change(pan(viewport.exact.value, 0, -by))
  })

  return dy => {
    const before = viewport.exact.value
    if (!before) return
    const after = pan(before, 0, dy)
    moved ??= { fitted: viewport.fitted.value, by: 0 }
    moved.by += after.y - before.y
    viewport.change(after)
  }
}
