import { isVisible, PADDING, type Box, type Size, type View } from '#shared/annotation/projection'
import {
  centerOn,
  clearCorner,
  fit,
  fitWidth,
  resize,
  settle,
  uncovered,
  zoomAt,
  type Corner,
} from '~/annotation/zoom-and-pan'
import type { PointGeometry } from '#shared/contract/geometry'

/**
 * A factor: if an image is scaled to the width of the stage and is then more than this many times as high as
 * the stage, it is tall. The stage shows the top of a tall image instead of the whole image.
 */
const TALL = 2.5
/**
 * CSS pixels: when the page decides whether an image is tall, a stage of less than this height counts as this
 * high.
 */
const TALL_TEST_MIN_HEIGHT = 300
/** CSS pixels: the height of the toolbar with its margins. */
export const TOOLBAR = 68
/** CSS pixels: the width of the minimap with its margins, which is at the right of the stage. */
export const MINIMAP = 72
/** CSS pixels: a point nearer than this to the stage's edge does not count as visible. */
const VISIBLE_MARGIN = 4
/** A view with less than this factor of the scale of the fitted image does not count as enlarged. */
export const MIN_ENLARGEMENT = 1.1
/**
 * If a box can be shown at less than this factor of the scale of the fitted image, the whole image is shown
 * instead: the box would hardly be easier to read, and parts of the image would leave the stage.
 */
export const MIN_CLOSER_LOOK = 1.3
/** A double tap enlarges a fitted image by at least this factor. */
const TAP_ZOOM = 2.5

/** Whether the image lies under the toolbar, so that the toolbar needs its background to be readable. */
export const isUnderToolbar = (view: View | null): boolean =>
  view !== null && view.y + view.image.height * view.scale > view.stage.height - TOOLBAR + PADDING

/** Returns whether a stage shows all of a point or a box. */
export function isBoxVisible(view: View, target: PointGeometry | Box): boolean {
  const far = 'width' in target ? { x: target.x + target.width, y: target.y + target.height } : target
  return isVisible(view, target, VISIBLE_MARGIN) && isVisible(view, far, VISIBLE_MARGIN)
}

/** Whether an image is so tall, relative to an area, that it is shown there from its top at full width. */
export const isTall = (image: Size, area: Size) =>
  image.height * area.width > TALL * Math.max(area.height, TALL_TEST_MIN_HEIGHT) * image.width

/** The stage on which an image is fitted, and the CSS pixels to leave around it for labels and bars. */
interface FitStage {
  stage: Size
  /** An image that is tall in this area is also treated as tall on the stage. */
  area: Size
  top: number
  bottom: number
  /** The space to leave right of a tall image. */
  right: number
  /** Whether the image is as wide as the stage, which then shows a part of it. */
  crops: boolean
  /** The corner that an image leaves free if it is shown completely; null if no buttons cover a corner. */
  corner: Corner | null
  /** An image that would be this many times larger at the full width of the stage is shown at that width. */
  wideFrom?: number
}

/** Returns the view that shows the whole image, or only the top of a tall image. */
export function fittedView(
  image: Size,
  { stage, area, top, bottom, right, crops, corner, wideFrom = Infinity }: FitStage,
): View {
  const { width, height } = stage
  const centered = fit(image, stage)
  const atFullWidth = fitWidth(image, { width: width - right, height })
  const isCropped = crops && atFullWidth.scale > centered.scale
  const available = { width: width - 2 * PADDING, height: height - top - bottom }
  const between = fit(image, available, 0)
  const isSmall = atFullWidth.scale > wideFrom * between.scale
  if (isTall(image, stage) || isTall(image, area) || isCropped || isSmall)
    return { ...atFullWidth, stage, y: top }
  const isFree = centered.y >= top && centered.y + image.height * centered.scale <= height - bottom
  const clear = (view: View) => (corner ? clearCorner(view, corner, top) : view)
  // The image may be under the bars if the bars cover most of the stage.
  if (isFree || available.height < height / 3) return clear(centered)
  return clear({ ...between, stage, x: between.x + PADDING, y: between.y + top })
}

/**
 * Returns the view after a double tap on a spot of an image. The fitted image is scaled by `fittedScale`;
 * `ratio` is the number of device pixels per CSS pixel.
 */
export const zoomToSpot = (now: View, spot: PointGeometry, fittedScale: number, ratio: number): View =>
  centerOn(zoomAt(now, { scale: Math.max(TAP_ZOOM * fittedScale, 1 / ratio) }), spot)

/** A fraction: on a phone, a small box is enlarged to this part of the width or height of the stage. */
const FILLED = 0.7
/** A small box is enlarged to at most this many times the original size of the page in the image. */
const MAX_CLOSENESS = 3

/**
 * Returns the scale at which the content of a point or a box can be read: at least the original size of the
 * page in the image, of which `density` is the `deviceScaleFactor`, and at least one image pixel on one of
 * the screen's pixels, of which `ratio` are on one CSS pixel. On a phone (`close`), a small box is shown
 * larger, because the person is to recognize a change in it.
 */
export function readableScale(
  view: View,
  target: PointGeometry | Box,
  { ratio, density, close }: { ratio: number; density: number; close: boolean },
): number {
  const original = Math.max(1 / ratio, 1 / density)
  if (!close || !('width' in target)) return original
  const { width, height } = uncovered(view)
  const filling = Math.min(
    (FILLED * width) / (target.width * view.image.width),
    (FILLED * height) / (target.height * view.image.height),
  )
  return Math.max(original, Math.min(filling, MAX_CLOSENESS / density))
}

/**
 * The zoom and scroll position of an artifact or variation group. `fitted`: whether the image is fitted again
 * when the size of the stage changes. `zoomed`: whether the person has changed the zoom. If the person has
 * only moved the image, the zoom still adapts to the size of the stage.
 */
export interface Position {
  view: View
  fitted: boolean
  zoomed: boolean
  /** Whether a comparison has shown a spot of a fitted image, which is fitted again afterwards. */
  isMovedByComparison?: boolean
  /** The spot of a double tap, which stays in the center when the stage changes its size. */
  around?: PointGeometry
  /**
   * The spot or box to which the view was moved. It stays in view when the stage changes its size, such as in
   * another compare mode.
   */
  shown?: PointGeometry | Box
}

/**
 * Returns the view of an image that is not fitted, on a stage of another size or for a revision of another
 * size. `bottom`: the CSS pixels of the stage that bars cover.
 */
export function adaptedView(
  { view, zoomed, around, shown }: Position,
  {
    image,
    stage,
    bottom,
    ratio,
    fittedScale,
  }: {
    image: Size
    stage: Size
    bottom: number
    ratio: number
    fittedScale: () => number
  },
): View {
  const { width, height } = view.stage
  const resized = resize({ ...view, image }, stage)
  if (width === stage.width && height === stage.height) return resized
  if (around) return zoomToSpot(resized, around, fittedScale(), ratio)
  const scale = zoomed ? resized.scale : fittedScale()
  const settled = { ...settle(zoomAt(resized, { scale })), covered: bottom }
  return shown && !isBoxVisible(settled, shown) ? centerOn(settled, shown) : settled
}
