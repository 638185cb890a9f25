import type { PointGeometry } from '#shared/contract/geometry'
import { clamp, fraction } from './fraction'

export interface Size {
  width: number
  height: number
}
/** A spot on the stage in CSS pixels from its upper left corner. */
export interface ScreenPoint {
  x: number
  y: number
}
/** A box: in fractions of the picture, or in CSS pixels where a function says so. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * How a picture lies on the stage, as plain data; the functions of this file are the only place that knows
 * pixels. `picture` is its natural size in pixels, `stage` in CSS pixels, `scale` is CSS pixels for each
 * picture pixel, `x` and `y` are the picture's upper left corner in CSS pixels.
 */
export interface View {
  picture: Size
  stage: Size
  scale: number
  x: number
  y: number
}

/** The smallest scale: a picture 20,000 pixels tall still fits a phone. */
export const MIN_SCALE = 0.02
/** The largest scale: a picture pixel is a square of 16 CSS pixels. */
export const MAX_SCALE = 16
/**
 * CSS pixels of a picture that stay on the stage, however far it is dragged; half the stage where that is
 * less.
 */
const KEPT = 64
/** CSS pixels left free around a picture that is shown whole. */
const PADDING = 24

/**
 * The whole picture in the middle of the stage. Never above one CSS pixel for each picture pixel: a small
 * picture is shown as it is, since a magnified one would be judged by pixels it does not have.
 */
export function fit(picture: Size, stage: Size, padding = PADDING): View {
  return centred({ picture, stage, scale: fitting(picture, stage, padding), x: 0, y: 0 })
}

/** The picture as wide as the stage, from its top: for pages many screens tall. Never above scale 1. */
export function fitWidth(picture: Size, stage: Size, padding = PADDING): View {
  const scale = clamp((stage.width - 2 * padding) / picture.width, MIN_SCALE, 1)
  return { ...centred({ picture, stage, scale, x: 0, y: 0 }), y: padding }
}

/**
 * 100 %. `ratio` is picture pixels for one CSS pixel: the evidence's `deviceScaleFactor` for the size it had
 * where it was taken, or this screen's `devicePixelRatio` for one picture pixel on one device pixel. What is
 * under the cursor stays.
 */
export function actualSize(view: View, ratio = 1, cursor: ScreenPoint = middle(view)): View {
  return zoomAt(view, { scale: 1 / ratio }, cursor)
}

/**
 * Zooms by a factor or to a scale, within `MIN_SCALE` and `MAX_SCALE`; what lies under the cursor stays
 * there.
 */
export function zoomAt(
  view: View,
  zoom: { factor: number } | { scale: number },
  cursor: ScreenPoint = middle(view),
): View {
  const scale = clamp('scale' in zoom ? zoom.scale : view.scale * zoom.factor, MIN_SCALE, MAX_SCALE)
  const ratio = scale / view.scale
  return kept({
    ...view,
    scale,
    x: cursor.x - (cursor.x - view.x) * ratio,
    y: cursor.y - (cursor.y - view.y) * ratio,
  })
}

/** Moves the picture by CSS pixels, as far as some of it stays on the stage. */
export function pan(view: View, dx: number, dy: number): View {
  return kept({ ...view, x: view.x + dx, y: view.y + dy })
}

/**
 * Scrolls like a page: a positive `dy` (CSS pixels) shows what is below. Stops at the picture's edges; a side
 * on which the picture fits does not move, and a picture dragged beyond its edge is not pulled back with a
 * jump.
 */
export function scrollBy(view: View, dx: number, dy: number, padding = PADDING): View {
  const along = (offset: number, delta: number, length: number, room: number) =>
    length + 2 * padding <= room
      ? offset
      : clamp(offset - delta, Math.min(offset, room - padding - length), Math.max(offset, padding))
  return kept({
    ...view,
    x: along(view.x, dx, view.picture.width * view.scale, view.stage.width),
    y: along(view.y, dy, view.picture.height * view.scale, view.stage.height),
  })
}

/** The same look at a stage of another size: what was in the middle stays there. */
export function resize(view: View, stage: Size): View {
  return kept({
    ...view,
    stage,
    x: view.x + (stage.width - view.stage.width) / 2,
    y: view.y + (stage.height - view.stage.height) / 2,
  })
}

/**
 * Two fingers, from where they were to where they are: the points under them stay under them, without
 * rotation.
 */
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
 * Brings a spot, or a box of fractions, into the middle of the stage. Zooms out for a box that is too large,
 * never in.
 */
export function centerOn(view: View, target: PointGeometry | Box, padding = PADDING): View {
  const box: Box = 'width' in target ? target : { ...target, width: 0, height: 0 }
  const { width, height } = view.picture
  const scale = Math.min(
    view.scale,
    fitting({ width: box.width * width, height: box.height * height }, view.stage, padding, view.scale),
  )
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return kept({
    ...view,
    scale,
    x: view.stage.width / 2 - centre.x * width * scale,
    y: view.stage.height / 2 - centre.y * height * scale,
  })
}

/** From fractions of the picture to CSS pixels of the stage. */
export function toScreen(view: View, spot: PointGeometry): ScreenPoint {
  return {
    x: view.x + spot.x * view.picture.width * view.scale,
    y: view.y + spot.y * view.picture.height * view.scale,
  }
}

/** A box of fractions in CSS pixels of the stage. */
export function toScreenBox(view: View, box: Box): Box {
  return {
    ...toScreen(view, box),
    width: box.width * view.picture.width * view.scale,
    height: box.height * view.picture.height * view.scale,
  }
}

/** From CSS pixels of the stage to fractions of the picture, held inside it, six decimals. */
export function toNormalized(view: View, point: ScreenPoint): PointGeometry {
  return {
    x: fraction((point.x - view.x) / (view.picture.width * view.scale)),
    y: fraction((point.y - view.y) / (view.picture.height * view.scale)),
  }
}

/** The part of the picture that is on the stage, in fractions. */
export function visibleBox(view: View): Box {
  const from = toNormalized(view, { x: 0, y: 0 })
  const to = toNormalized(view, { x: view.stage.width, y: view.stage.height })
  return { ...from, width: to.x - from.x, height: to.y - from.y }
}

/** Whether a point of the stage (CSS pixels) lies on the picture. */
export function isOnPicture(view: View, point: ScreenPoint): boolean {
  const box = toScreenBox(view, { x: 0, y: 0, width: 1, height: 1 })
  return point.x >= box.x && point.y >= box.y && point.x <= box.x + box.width && point.y <= box.y + box.height
}

/** Whether a spot is on the stage, not nearer to its edge than `margin` CSS pixels. */
export function isVisible(view: View, spot: PointGeometry, margin = PADDING): boolean {
  const { x, y } = toScreen(view, spot)
  return x >= margin && y >= margin && x <= view.stage.width - margin && y <= view.stage.height - margin
}

/** CSS pixels on the stage as fractions of the picture, for distances. */
export function normalizedDistance(view: View, pixels: number): PointGeometry {
  return { x: pixels / (view.picture.width * view.scale), y: pixels / (view.picture.height * view.scale) }
}

/** Picture pixels as fractions of the picture, for distances. */
export function pictureDistance({ picture }: View, pixels: number): PointGeometry {
  return { x: pixels / picture.width, y: pixels / picture.height }
}

/**
 * The same look with the picture's corner on whole device pixels, `ratio` for each CSS pixel: at 100 %
 * nothing is resampled.
 */
export function snap(view: View, ratio: number): View {
  const whole = (value: number) => Math.round(value * ratio) / ratio
  return { ...view, x: whole(view.x), y: whole(view.y) }
}

const middle = ({ stage }: View): ScreenPoint => ({ x: stage.width / 2, y: stage.height / 2 })

/** The scale at which a size fits the stage. */
function fitting(size: Size, stage: Size, padding: number, most = 1): number {
  return clamp(
    Math.min((stage.width - 2 * padding) / size.width, (stage.height - 2 * padding) / size.height),
    MIN_SCALE,
    most,
  )
}

function centred(view: View): View {
  const { picture, stage, scale } = view
  return {
    ...view,
    x: (stage.width - picture.width * scale) / 2,
    y: (stage.height - picture.height * scale) / 2,
  }
}

/** Keeps some of the picture on the stage. */
function kept(view: View): View {
  const along = (offset: number, length: number, room: number) => {
    const margin = Math.min(KEPT, room / 2)
    return clamp(offset, margin - length, room - margin)
  }
  return {
    ...view,
    x: along(view.x, view.picture.width * view.scale, view.stage.width),
    y: along(view.y, view.picture.height * view.scale, view.stage.height),
  }
}
