import { clamp } from '#shared/annotation/fraction'
import { PADDING, type Box, type ScreenPoint, type Size, type View } from '#shared/annotation/projection'
import type { PointGeometry } from '#shared/contract/geometry'

/** The smallest scale: an image 20,000 pixels tall still fits a phone. */
export const MIN_SCALE = 0.02
/** The largest scale: an image pixel is a square of 16 CSS pixels. */
export const MAX_SCALE = 16
/** CSS pixels of the image that always stay on the stage; at most half the stage. */
const MIN_VISIBLE = 64

/** Image pixels: an image whose longer side is at most this is tiny, such as an icon. */
const TINY = 128

/**
 * Centres the whole image on the stage, at scale 1 at most: a small image is not magnified. A tiny one is, to
 * at most half the stage, by a whole number, so that all its pixels are squares of one size.
 */
export function fit(image: Size, stage: Size, padding = PADDING): View {
  const whole = Math.floor(Math.min(stage.width / 2 / image.width, stage.height / 2 / image.height))
  const isTiny = Math.max(image.width, image.height) <= TINY
  const scale = isTiny && whole > 1 ? Math.min(whole, MAX_SCALE) : fitScale(image, stage, padding)
  return centred({ image, stage, scale, x: 0, y: 0 })
}

/** Centres a video on the stage, as large as it fits: it is magnified where the stage is larger. */
export function fill(image: Size, stage: Size): View {
  const scale = clamp(Math.min(stage.width / image.width, stage.height / image.height), MIN_SCALE, MAX_SCALE)
  return centred({ image, stage, scale, x: 0, y: 0, padding: 0 })
}

/** Shows the top of the image at the width of the stage, at scale 1 at most. For pages many screens tall. */
export function fitWidth(image: Size, stage: Size, padding = PADDING): View {
  const scale = clamp((stage.width - 2 * padding) / image.width, MIN_SCALE, 1)
  return { ...centred({ image, stage, scale, x: 0, y: 0 }), y: padding }
}

/**
 * Zooms to 100 % around the cursor. `ratio` is image pixels per CSS pixel: the evidence's `deviceScaleFactor`
 * for its original size, or this screen's `devicePixelRatio` for one image pixel per device pixel.
 */
export function actualSize(view: View, ratio = 1, cursor: ScreenPoint = middle(view)): View {
  return zoomAt(view, { scale: 1 / ratio }, cursor)
}

/** Zooms around the cursor by a factor or to a scale, limited to `MIN_SCALE` and `MAX_SCALE`. */
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

/** Moves the image by CSS pixels. Part of it stays on the stage. */
export function pan(view: View, dx: number, dy: number): View {
  return clampToStage({ ...view, x: view.x + dx, y: view.y + dy })
}

/**
 * Scrolls like a page: a positive `dy` (CSS pixels) moves the image up. Stops at the image's edges, and does
 * not scroll along an axis on which the image fits. An image that was dragged beyond its edge does not jump
 * back.
 */
export function scrollBy(view: View, dx: number, dy: number): View {
  const scrolled = ({ offset, fits, first, last }: Axis, delta: number) =>
    fits ? offset : clamp(offset - delta, Math.min(offset, last), Math.max(offset, first))
  const { x, y } = axesOf(view)
  return clampToStage({ ...view, x: scrolled(x, dx), y: scrolled(y, dy) })
}

/** Adapts the view to a new stage size. The point at the stage's centre stays there. */
export function resize(view: View, stage: Size): View {
  return clampToStage({
    ...view,
    stage,
    x: view.x + (stage.width - view.stage.width) / 2,
    y: view.y + (stage.height - view.stage.height) / 2,
  })
}

/**
 * Moves an image back that leaves a part of the stage empty: to the middle along an axis on which it fits,
 * else up to its edges.
 */
export function settle(view: View): View {
  const place = (axis: Axis) =>
    axis.fits ? (axis.room - axis.length) / 2 : clamp(axis.offset, axis.last, axis.first)
  const { x, y } = axesOf(view)
  return { ...view, x: place(x), y: place(y) }
}

/** Zooms and pans with two fingers, from their previous to their current points; without rotation. */
export function pinch(
  view: View,
  before: [ScreenPoint, ScreenPoint],
  after: [ScreenPoint, ScreenPoint],
): View {
  const distance = ([a, b]: [ScreenPoint, ScreenPoint]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
  const centre = ([a, b]: [ScreenPoint, ScreenPoint]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const from = centre(before)
  const to = centre(after)
  return pan(zoomAt(view, { factor: distance(after) / distance(before) }, from), to.x - from.x, to.y - from.y)
}

/**
 * Centres a spot or a box (fractions) on the stage, as far as the image's edges allow. Zooms out where the
 * box does not fit, never in. Along an axis in which the stage shows all of the image, it is not moved, or is
 * centred whole.
 */
export function centerOn(view: View, target: PointGeometry | Box, padding = PADDING): View {
  const box: Box = 'width' in target ? target : { ...target, width: 0, height: 0 }
  const { width, height } = view.image
  const scale = Math.min(
    view.scale,
    fitScale({ width: box.width * width, height: box.height * height }, uncovered(view), padding, view.scale),
  )
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const place = (axis: Axis, at: number) => {
    const { offset, length, room, middle, fits } = axis
    if (scale === view.scale && offset >= 0 && offset + length <= room) return offset
    // Centred on the target, it would leave a part of the stage empty and be cut at the other side.
    return fits ? middle - length / 2 : centredOn(axis, at)
  }
  const { x, y } = axesOf({ ...view, scale })
  return clampToStage({ ...view, scale, x: place(x, centre.x), y: place(y, centre.y) })
}

/**
 * Centres a spot (fractions) on the stage as far as the image's edges allow. Does not move the image along an
 * axis on which it fits.
 */
export function scrollTo(view: View, spot: PointGeometry): View {
  const place = (axis: Axis, at: number) =>
    axis.fits ? axis.offset : centredOn({ ...axis, middle: axis.room / 2 }, at)
  const { x, y } = axesOf(view)
  return { ...view, x: place(x, spot.x), y: place(y, spot.y) }
}

/**
 * Aligns the image's corner to whole device pixels, so that the browser does not resample it at 100 %.
 * `ratio` is device pixels per CSS pixel.
 */
export function snap(view: View, ratio: number): View {
  const aligned = (value: number) => Math.round(value * ratio) / ratio
  return { ...view, x: aligned(view.x), y: aligned(view.y) }
}

/** One axis of a view, in CSS pixels. */
interface Axis {
  offset: number
  /** Of the image. */
  length: number
  /** Of the stage. */
  room: number
  /** The middle of the part of the stage that bars do not cover. */
  middle: number
  /** Whether the image fits between the padding and what bars cover. */
  fits: boolean
  /** The offsets of an image that is scrolled to its start and to its end. */
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
}: View): Record<'x' | 'y', Axis> {
  const axis = (offset: number, length: number, room: number, end: number): Axis => {
    const last = room - end - length
    const middle = (padding + room - end) / 2
    return { offset, length, room, middle, fits: padding <= last, first: padding, last }
  }
  return {
    x: axis(x, image.width * scale, stage.width, padding),
    y: axis(y, image.height * scale, stage.height, Math.max(padding, covered)),
  }
}

/** Returns the offset that centres a fraction of an image that does not fit, as far as its edges allow. */
const centredOn = ({ length, middle, first, last }: Axis, at: number) =>
  clamp(middle - at * length, last, first)

/** The size of the stage without what bars cover beyond the padding. */
const uncovered = ({ stage, padding = PADDING, covered = 0 }: View): Size => ({
  width: stage.width,
  height: stage.height - Math.max(0, covered - padding),
})

const middle = ({ stage }: View): ScreenPoint => ({ x: stage.width / 2, y: stage.height / 2 })

/** Returns the scale at which a size fits the stage, at most `max`. */
function fitScale(size: Size, stage: Size, padding: number, max = 1): number {
  return clamp(
    Math.min((stage.width - 2 * padding) / size.width, (stage.height - 2 * padding) / size.height),
    MIN_SCALE,
    max,
  )
}

function centred(view: View): View {
  const { image, stage, scale } = view
  return {
    ...view,
    x: (stage.width - image.width * scale) / 2,
    y: (stage.height - image.height * scale) / 2,
  }
}

/** Limits the offset of the image so that part of it stays on the stage. */
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
