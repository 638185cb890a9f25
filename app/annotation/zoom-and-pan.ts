import { clamp } from '#shared/annotation/fraction'
import { PADDING, type Box, type ScreenPoint, type Size, type View } from '#shared/annotation/projection'
import type { PointGeometry } from '#shared/contract/geometry'

/** The smallest scale. With it, an image 20,000 pixels tall still fits the screen of a phone. */
export const MIN_SCALE = 0.02
/** The largest scale. With it, an image pixel is a square of 16 CSS pixels. */
export const MAX_SCALE = 16
/** The factor of one step of zooming in, such as a press of the key +. Zooming out divides by this factor. */
export const ZOOM_STEP = 1.25
/**
 * CSS pixels: on each axis, at least this length of the image stays on the stage, or half the length of the
 * stage if that is less.
 */
const MIN_VISIBLE = 64

/** Image pixels: the maximum width and height of a tiny image, such as an icon. */
const TINY = 128

/**
 * Centers the whole image on the stage. Shrinks an image that is larger than the stage. Magnifies only a tiny
 * image, to at most half the stage: by an integer, so that all its pixels are squares of the same size.
 */
export function fit(image: Size, stage: Size, padding = PADDING): View {
  const whole = Math.floor(Math.min(stage.width / 2 / image.width, stage.height / 2 / image.height))
  const isTiny = Math.max(image.width, image.height) <= TINY
  const scale = isTiny && whole > 1 ? Math.min(whole, MAX_SCALE) : fitScale(image, stage, padding)
  return centered({ image, stage, scale, x: 0, y: 0 })
}

/**
 * To leave a corner of the stage free, an image that is shown completely shrinks to at least this fraction of
 * its size.
 */
const MIN_PART = 0.8

/** A lower corner of the stage that buttons cover, in CSS pixels: the right corner, or the left one. */
export interface Corner extends Size {
  isLeft: boolean
}

/**
 * Moves or slightly shrinks an image that is shown completely, so that it is above or next to a corner of the
 * stage. `top` is the space that stays free above the image, in CSS pixels. Does not change the view if the
 * image would have to shrink to less than {@link MIN_PART} of its size.
 */
export function clearCorner(view: View, corner: Corner, top: number): View {
  const { stage, scale } = view
  const [width, height] = [view.image.width * scale, view.image.height * scale]
  const beside = stage.width - corner.width
  const above = stage.height - corner.height
  const xOf = (fromFarEdge: number, width: number) =>
    corner.isLeft ? stage.width - fromFarEdge - width : fromFarEdge
  if (xOf(view.x, width) + width <= beside || view.y + height <= above) return view
  if (top + height <= above) return { ...view, y: above - height }
  if (PADDING + width <= beside) return { ...view, x: xOf(beside - width, width) }
  const [low, narrow] = [(above - top) / height, (beside - PADDING) / width]
  const factor = Math.max(low, narrow)
  if (factor < MIN_PART) return view
  const smaller = centered({ ...view, scale: scale * factor })
  return low >= narrow
    ? { ...smaller, y: top }
    : { ...smaller, x: xOf(PADDING, width * factor), y: Math.max(top, smaller.y) }
}

/** Centers a video on the stage and makes it as large as possible, even larger than its own size. */
export function fill(image: Size, stage: Size): View {
  const scale = clamp(Math.min(stage.width / image.width, stage.height / image.height), MIN_SCALE, MAX_SCALE)
  return centered({ image, stage, scale, x: 0, y: 0, padding: 0 })
}

/**
 * Fits the width of the image to the stage, with a scale of at most 1, and shows the top of the image. It is
 * for screenshots of pages that are many screens tall.
 */
export function fitWidth(image: Size, stage: Size, padding = PADDING): View {
  const scale = clamp((stage.width - 2 * padding) / image.width, MIN_SCALE, 1)
  return { ...centered({ image, stage, scale, x: 0, y: 0 }), y: padding }
}

/**
 * Zooms to a scale of 100% around the cursor. `ratio` is the number of image pixels per CSS pixel: with the
 * `deviceScaleFactor` of the evidence, the image has its original size; with the `devicePixelRatio` of this
 * screen, an image pixel has the size of a device pixel.
 */
export function actualSize(view: View, ratio = 1, cursor: ScreenPoint = middle(view)): View {
  return zoomAt(view, { scale: 1 / ratio }, cursor)
}

/**
 * Zooms around the cursor, by a factor or to a scale. The scale is limited to `MIN_SCALE` and `MAX_SCALE`.
 */
export function zoomAt(
  view: View,
  zoom: { factor: number } | { scale: number },
  cursor: ScreenPoint = middle(view),
): View {
  const scale = clamp('scale' in zoom ? zoom.scale : view.scale * zoom.factor, MIN_SCALE, MAX_SCALE)
  const ratio = scale / view.scale
  return clampToStage({
    ...view,
    scale,
    x: cursor.x - (cursor.x - view.x) * ratio,
    y: cursor.y - (cursor.y - view.y) * ratio,
  })
}

/** Moves the image by CSS pixels. A part of the image always stays on the stage. */
export function pan(view: View, dx: number, dy: number): View {
  return clampToStage({ ...view, x: view.x + dx, y: view.y + dy })
}

/**
 * Scrolls the image like a page: a positive `dy` (CSS pixels) moves the image up. Scrolling stops at the
 * edges of the image. On an axis on which the whole image fits, it does not scroll. An image that was dragged
 * beyond its edge does not jump back.
 */
export function scrollBy(view: View, dx: number, dy: number): View {
  const scrolled = ({ offset, fits, first, last }: Axis, delta: number) =>
    fits ? offset : clamp(offset - delta, Math.min(offset, last), Math.max(offset, first))
  const { x, y } = axesOf(view)
  return clampToStage({ ...view, x: scrolled(x, dx), y: scrolled(y, dy) })
}

/**
 * Adapts the view to a new size of the stage. The image point at the center of the stage stays at the center.
 */
export function resize(view: View, stage: Size): View {
  return clampToStage({
    ...view,
    stage,
    x: view.x + (stage.width - view.stage.width) / 2,
    y: view.y + (stage.height - view.stage.height) / 2,
  })
}

/**
 * Moves an image that leaves a part of the stage empty. On an axis on which the image fits, it moves to the
 * middle; otherwise, its edge moves to the edge of the stage.
 */
export function settle(view: View): View {
  const place = (axis: Axis) =>
    axis.fits ? (axis.available - axis.length) / 2 : clamp(axis.offset, axis.last, axis.first)
  const { x, y } = axesOf(view)
  return { ...view, x: place(x), y: place(y) }
}

/** Zooms and pans with two fingers, from their previous points to their current points. Does not rotate. */
export function pinch(
  view: View,
  before: [ScreenPoint, ScreenPoint],
  after: [ScreenPoint, ScreenPoint],
): View {
  const distance = ([a, b]: [ScreenPoint, ScreenPoint]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
  const center = ([a, b]: [ScreenPoint, ScreenPoint]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const from = center(before)
  const to = center(after)
  return pan(zoomAt(view, { factor: distance(after) / distance(before) }, from), to.x - from.x, to.y - from.y)
}

/**
 * Centers a point or a box, given in fractions of the image, on the stage as far as the edges of the image
 * allow. Zooms out if the box does not fit; never zooms in. On an axis on which the whole image is already
 * visible, the image does not move; on an axis on which it fits, the image itself is centered.
 */
export function centerOn(view: View, target: PointGeometry | Box, padding = PADDING): View {
  const box: Box = 'width' in target ? target : { ...target, width: 0, height: 0 }
  const { width, height } = view.image
  const scale = Math.min(
    view.scale,
    fitScale({ width: box.width * width, height: box.height * height }, uncovered(view), padding, view.scale),
  )
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const place = (axis: Axis, at: number) => {
    const { offset, length, available, middle, fits } = axis
    if (scale === view.scale && offset >= 0 && offset + length <= available) return offset
    // An image that fits is centered itself. If its target were centered, a part of the image would be cut
    // off.
    return fits ? middle - length / 2 : centeredOn(axis, at)
  }
  const { x, y } = axesOf({ ...view, scale })
  return clampToStage({ ...view, scale, x: place(x, center.x), y: place(y, center.y) })
}

/**
 * Centers a point, given in fractions of the image, on the stage as far as the edges of the image allow. Does
 * not move the image on an axis on which the whole image fits.
 */
export function scrollTo(view: View, spot: PointGeometry): View {
  const place = (axis: Axis, at: number) =>
    axis.fits ? axis.offset : centeredOn({ ...axis, middle: axis.available / 2 }, at)
  const { x, y } = axesOf(view)
  return { ...view, x: place(x, spot.x), y: place(y, spot.y) }
}

/**
 * Aligns the image's corner to whole device pixels, so that the browser does not resample the image at a
 * scale of 100%. `ratio` is the number of device pixels per CSS pixel.
 */
export function snap(view: View, ratio: number): View {
  const aligned = (value: number) => Math.round(value * ratio) / ratio
  return { ...view, x: aligned(view.x), y: aligned(view.y) }
}

/** One axis of a view. All lengths are in CSS pixels. */
interface Axis {
  offset: number
  /** The length of the image. */
  length: number
  /** The length of the stage. */
  available: number
  /** The middle of the part of the stage that no bars cover. */
  middle: number
  /** Whether the image fits between the padding and the bars. */
  fits: boolean
  /**
   * The offset at which the start of the image is at the edge of the stage. `last`: the offset at which the
   * end of the image is at the opposite edge.
   */
  first: number
  last: number
}

function axesOf({
  image,
  stage,
  scale,
  x,
  y,
  padding = PADDING,
  covered = 0,
  coveredAbove = 0,
}: View): Record<'x' | 'y', Axis> {
  const axis = (offset: number, length: number, available: number, first: number, end: number): Axis => {
    const last = available - end - length
    const middle = (first + available - end) / 2
    return { offset, length, available, middle, fits: first <= last, first, last }
  }
  const [above, below] = [Math.max(padding, coveredAbove), Math.max(padding, covered)]
  return {
    x: axis(x, image.width * scale, stage.width, padding, padding),
    y: axis(y, image.height * scale, stage.height, above, below),
  }
}

/**
 * Returns the offset of the image at which its point `at`, a fraction of its length, is centered as far as
 * the edges of the image allow. It is for an axis on which the image does not fit.
 */
const centeredOn = ({ length, middle, first, last }: Axis, at: number) =>
  clamp(middle - at * length, last, first)

/** Returns the size of the stage without the parts that bars cover beyond the padding. */
export const uncovered = ({ stage, padding = PADDING, covered = 0, coveredAbove = 0 }: View): Size => ({
  width: stage.width,
  height: stage.height - Math.max(0, covered - padding) - Math.max(0, coveredAbove - padding),
})

const middle = ({ stage }: View): ScreenPoint => ({ x: stage.width / 2, y: stage.height / 2 })

/** Returns the scale at which a size fits the stage. The scale is at most `max`. */
function fitScale(size: Size, stage: Size, padding: number, max = 1): number {
  return clamp(
    Math.min((stage.width - 2 * padding) / size.width, (stage.height - 2 * padding) / size.height),
    MIN_SCALE,
    max,
  )
}

function centered(view: View): View {
  const { image, stage, scale } = view
  return {
    ...view,
    x: (stage.width - image.width * scale) / 2,
    y: (stage.height - image.height * scale) / 2,
  }
}

/** Limits the offset of the image, so that a part of the image stays on the stage. */
function clampToStage(view: View): View {
  const limited = (offset: number, length: number, available: number) => {
    const margin = Math.min(MIN_VISIBLE, available / 2)
    return clamp(offset, margin - length, available - margin)
  }
  return {
    ...view,
    x: limited(view.x, view.image.width * view.scale, view.stage.width),
    y: limited(view.y, view.image.height * view.scale, view.stage.height),
  }
}
