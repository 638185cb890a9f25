import { fraction } from './fraction'
import type { PointGeometry } from './shapes/point/geometry'

export interface Size {
  width: number
  height: number
}
/** A point on the stage, in CSS pixels from its upper left corner. */
export interface ScreenPoint {
  x: number
  y: number
}
/** A point on an image, in image pixels from its upper left corner. */
export interface ImagePoint {
  x: number
  y: number
}
/** A box in fractions of the image. Some functions use pixels instead; their comments state this. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The projection of an image onto the stage, as plain data. Only the functions of this file convert between
 * fractions of the image and CSS pixels of the stage.
 */
export interface View {
  /** The natural size of the image, in image pixels. */
  image: Size
  /** The size of the stage in CSS pixels. */
  stage: Size
  /** The number of CSS pixels per image pixel. */
  scale: number
  /** The distance from the left edge of the stage to the left edge of the image, in CSS pixels. */
  x: number
  /** The distance from the top edge of the stage to the top edge of the image, in CSS pixels. */
  y: number
  /**
   * The margin between the stage and the image that remains when the image is scrolled to its edge, in CSS
   * pixels. The default is `PADDING`.
   */
  padding?: number
  /**
   * The height of the bars that cover the lower edge of the stage, in CSS pixels. The image can be scrolled
   * up until the bars no longer cover it.
   */
  covered?: number
  /**
   * The height of the bars that cover the upper edge of the stage, in CSS pixels. The image can be scrolled
   * down until the bars no longer cover it.
   */
  coveredAbove?: number
}

/** The minimum space between the edges of the stage and an image that is shown completely, in CSS pixels. */
export const PADDING = 12

/** Converts fractions of the image to CSS pixels of the stage. */
export function toScreen(view: View, spot: PointGeometry): ScreenPoint {
  return {
    x: view.x + spot.x * view.image.width * view.scale,
    y: view.y + spot.y * view.image.height * view.scale,
  }
}

/** Converts a box from fractions of the image to CSS pixels of the stage. */
export function toScreenBox(view: View, box: Box): Box {
  return {
    ...toScreen(view, box),
    width: box.width * view.image.width * view.scale,
    height: box.height * view.image.height * view.scale,
  }
}

/**
 * Converts CSS pixels of the stage to fractions of the image with six decimals. A point outside of the image
 * is moved to the nearest edge of the image.
 */
export function toNormalized(view: View, point: ScreenPoint): PointGeometry {
  return {
    x: fraction((point.x - view.x) / (view.image.width * view.scale)),
    y: fraction((point.y - view.y) / (view.image.height * view.scale)),
  }
}

/** Returns the visible part of the image, in fractions. */
export function visibleBox(view: View): Box {
  const from = toNormalized(view, { x: 0, y: 0 })
  const to = toNormalized(view, { x: view.stage.width, y: view.stage.height })
  return { ...from, width: to.x - from.x, height: to.y - from.y }
}

/** Returns whether a point of the stage (CSS pixels) is on the image. */
export function isOnImage(view: View, point: ScreenPoint): boolean {
  const box = toScreenBox(view, { x: 0, y: 0, width: 1, height: 1 })
  return point.x >= box.x && point.y >= box.y && point.x <= box.x + box.width && point.y <= box.y + box.height
}

/**
 * Returns whether a spot is visible on the stage: it is at least `margin` CSS pixels from the edges of the
 * stage, and not covered by the bars at its upper and its lower edge.
 */
export function isVisible(view: View, spot: PointGeometry, margin = PADDING): boolean {
  const { x, y } = toScreen(view, spot)
  const { stage, covered = 0, coveredAbove = 0 } = view
  const [top, bottom] = [Math.max(margin, coveredAbove), stage.height - Math.max(margin, covered)]
  return x >= margin && y >= top && x <= stage.width - margin && y <= bottom
}

/** Converts fractions of an image to image pixels. */
export function toImage(image: Size, spot: PointGeometry): ImagePoint {
  return { x: spot.x * image.width, y: spot.y * image.height }
}

/** Converts a box from fractions of an image to image pixels. */
export function toImageBox(image: Size, box: Box): Box {
  return { ...toImage(image, box), width: box.width * image.width, height: box.height * image.height }
}

/** Converts a box from image pixels to fractions of the image. */
export function toFractions(image: Size, { x, y, width, height }: Box): Box {
  return {
    x: x / image.width,
    y: y / image.height,
    width: width / image.width,
    height: height / image.height,
  }
}

/** Converts a distance from CSS pixels to fractions of the image. */
export function normalizedDistance(view: View, pixels: number): PointGeometry {
  return { x: pixels / (view.image.width * view.scale), y: pixels / (view.image.height * view.scale) }
}

/** Converts a distance from image pixels to fractions of the image. */
export function imageDistance({ image }: View, pixels: number): PointGeometry {
  return { x: pixels / image.width, y: pixels / image.height }
}

/** Returns whether two boxes have an area in common. */
export const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Returns the smallest box that contains two boxes. */
export function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}
