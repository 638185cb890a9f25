import type { ScreenPoint } from '#shared/annotation/projection'
import { usePanning, type PointerListeners } from '~/stage/use-pointers'
import type { StageViewport } from '~/stage/use-viewport'
import { viewOf, type ShownSide } from './pair'

/**
 * The listeners of compared images or videos. A drag moves the images, and a click begins a comment at the
 * clicked point; on a video, the comment also belongs to the shown frame. `sideAt` returns the side at a
 * point, in CSS pixels of the stage.
 */
export function useComparePointers(
  viewport: StageViewport,
  sideAt: (at: ScreenPoint) => ShownSide,
): PointerListeners {
  const { onClick } = useSideComments()
  return usePanning(viewport, at => {
    const side = sideAt(at)
    const view = viewOf(side, viewport.exact.value)
    if (side.evidence && view) onClick(side.evidence, view, at, side.video?.playback)
  })
}
