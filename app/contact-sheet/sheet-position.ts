import type { Size, View } from '#shared/annotation/projection'
import { fit, fitWidth } from '~/annotation/zoom-and-pan'

/**
 * The scroll position that all cells of a contact sheet share. With `zoom` 1, each image fits its cell; `x`
 * and `y` are fractions of the part of the image that the cell hides. Because of the fractions, images of
 * different sizes scroll together.
 */
export interface SheetPosition {
  zoom: number
  x: number
  y: number
}

/** The initial position: every image fits its cell, and a tall image is shown from its top. */
export const startOfSheet: SheetPosition = { zoom: 1, x: 0.5, y: 0 }

/** CSS pixels: the space around an image in its cell. */
export const CELL_PADDING = 8
/**
 * The height of a phone's screen divided by its width. An image with a larger ratio that does not fit its
 * cell is shown from its top, at the width of the cell.
 */
export const PHONE = 2.3
const MAX_ZOOM = 16

/** Returns the view that places an image in its cell. */
export function placeOnSheet({ zoom, x, y }: SheetPosition, image: Size, cell: Size): View {
  const view = fitCell(image, cell)
  const scale = view.scale * zoom
  return {
    ...view,
    scale,
    x: offset(x, image.width * scale, cell.width),
    y: offset(y, image.height * scale, cell.height),
  }
}

/**
 * Returns the shared position that belongs to the view of one cell. On an axis on which the cell hides
 * nothing, the position of `before` is used.
 */
export function positionOf(view: View, before: SheetPosition): SheetPosition {
  const zoom = view.scale / fitCell(view.image, view.stage).scale
  return {
    zoom: Math.min(MAX_ZOOM, Math.max(1, zoom)),
    x: share(view.x, view.image.width * view.scale, view.stage.width) ?? before.x,
    y: share(view.y, view.image.height * view.scale, view.stage.height) ?? before.y,
  }
}

/** Returns whether a part of the image is hidden above or below its cell. */
export const hasHiddenPart = ({ image, scale, stage }: View): boolean =>
  hidden(image.height * scale, stage.height) > 0

/** Returns the view that fits an image in its cell. */
export function fitCell(image: Size, cell: Size): View {
  const ratio = image.height / image.width
  const isTall = ratio > PHONE && ratio > cell.height / cell.width
  return { ...(isTall ? fitWidth : fit)(image, cell, CELL_PADDING), padding: CELL_PADDING }
}

/** Returns the CSS pixels by which an image, with its padding, is longer than its cell on one axis. */
const hidden = (length: number, available: number) => length + 2 * CELL_PADDING - available

function offset(at: number, length: number, available: number): number {
  const rest = hidden(length, available)
  return rest > 0 ? CELL_PADDING - at * rest : (available - length) / 2
}

function share(from: number, length: number, available: number): number | null {
  const rest = hidden(length, available)
  return rest > 0 ? Math.min(1, Math.max(0, (CELL_PADDING - from) / rest)) : null
}
