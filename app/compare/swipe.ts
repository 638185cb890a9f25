import { clamp } from '#shared/annotation/fraction'

/** A part of the stage, in CSS pixels from its left edge. */
interface Span {
  x: number
  width: number
}

/** The least share of the images on the stage that each side keeps when a mark is shown. */
const MIN_SIDE = 0.03
/** CSS pixels: the pin and the outline of a mark extend beyond its shape. */
const AROUND = 24

/**
 * Returns the position of a swipe's divider, in CSS pixels, at which a mark is on its own side, as near as
 * possible to `from`. A mark as wide as the images leaves a part of the other side visible; a mark inside
 * that part does not.
 */
export function dividerAt(
  from: number,
  { mark, isLeft, images, stage }: { mark: Span; isLeft: boolean; images: Span; stage: number },
): number {
  const start = Math.max(0, images.x)
  const end = Math.min(stage, images.x + images.width)
  const minSide = Math.max(0, end - start) * MIN_SIDE
  const at = isLeft ? Math.max(from, mark.x + mark.width + AROUND) : Math.min(from, mark.x - AROUND)
  const isAtEdge = isLeft ? mark.x >= end - minSide : mark.x + mark.width <= start + minSide
  const least = isAtEdge ? 0 : minSide
  return at === from ? from : clamp(at, start + least, end - least)
}
