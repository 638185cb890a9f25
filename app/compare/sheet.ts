import type { Artifact } from '#shared/contract/artifact'
import type { Size, View } from '#shared/annotation/projection'
import { fit, fitWidth } from '~/annotation/zoom-and-pan'
import { variationsOf, type SheetContent, type Side } from './pair'

/**
 * Returns whether two artifacts show the same screen. If at least one has a route, their routes and scenarios
 * must be equal; otherwise their titles must be equal.
 */
function isSameScreen(one: Artifact, other: Artifact): boolean {
  return one.route === null && other.route === null
    ? one.title === other.title
    : one.route === other.route && one.scenario === other.scenario
}

const currentSides = (artifacts: readonly Artifact[]): Side[] =>
  artifacts.flatMap(artifact =>
    artifact.currentRevision ? [{ artifact, revision: artifact.currentRevision }] : [],
  )

const contents: Record<SheetContent, (shown: Side, all: readonly Artifact[]) => Side[]> = {
  variations: ({ artifact }, all) => currentSides(variationsOf(artifact, all)),
  viewports: ({ artifact }, all) =>
    currentSides(all.filter(each => each.viewport !== null && isSameScreen(each, artifact))).toSorted(
      (a, b) => (a.artifact.viewport?.width ?? 0) - (b.artifact.viewport?.width ?? 0),
    ),
  revisions: ({ artifact }) =>
    artifact.revisions.filter(each => each.completedAt !== null).map(revision => ({ artifact, revision })),
  evidence: (_, all) => currentSides(all),
}

/** Returns the sides that a contact sheet shows. Returns an empty list if there is only one side. */
export function sheetSides(content: SheetContent, shown: Side, all: readonly Artifact[]): Side[] {
  const sides = contents[content](shown, all)
  return sides.length > 1 ? sides : []
}

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
const CELL_PADDING = 8
/**
 * The height of a phone's screen divided by its width. An image with a larger ratio that does not fit its
 * cell is shown from its top, at the width of the cell.
 */
const PHONE = 2.3
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

function fitCell(image: Size, cell: Size): View {
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

/**
 * CSS pixels: the space between cells, the height of the caption below a cell, and the minimum width of a
 * cell.
 */
export const SHEET_GAP = 12
const CAPTION = 56
const MIN_WIDTH = 320
/**
 * CSS pixels: the minimum width of a cell in a row of two cells, and in layouts that fit the screen without
 * scrolling.
 */
const MIN_HALF_WIDTH = 240
/**
 * A layout is preferred to an alternative if its images have at least this fraction of the size that they
 * have in the alternative. In this way, the usual number of columns is preferred to the number that makes the
 * images largest, and a layout that fits the screen is preferred to a layout that scrolls.
 */
const SHRINK = 0.85

/**
 * The layout of a contact sheet in CSS pixels: the widths of the columns and, in `media`, the height of the
 * images.
 */
export interface SheetLayout {
  columns: readonly number[]
  media: number
  /** The height of a row, with captions. */
  row: number
}

/**
 * Lays out a contact sheet. If all cells fit the area without scrolling, uses the number of columns that
 * makes the images largest. Otherwise, uses rows of cells with a fixed aspect ratio, which scroll. A single
 * column, which leaves its sides empty, is used only in an area that is too narrow for two. Lengths are CSS
 * pixels; `area` is zero before it is measured.
 */
export function layoutSheet(images: readonly Size[], area: Size): SheetLayout {
  const fitting = (cell: number) => Math.floor((area.width + SHEET_GAP) / (cell + SHEET_GAP))
  const widthOf = (columns: number) => (area.width - (columns - 1) * SHEET_GAP) / columns
  const layout = (columns: number, media: number): SheetLayout => ({
    columns:
      columns === images.length
        ? columnsFor(images, widthOf(columns))
        : Array(columns).fill(widthOf(columns)),
    media,
    row: media + CAPTION,
  })
  const inRows = Math.max(
    1,
    Math.min(images.length, Math.max(fitting(MIN_WIDTH), Math.min(2, fitting(MIN_HALF_WIDTH)))),
  )
  const scrolled = layout(inRows, ((area.width > 0 ? widthOf(inRows) : MIN_WIDTH) * 3) / 4)
  if (area.width === 0) return scrolled
  const whole = Array.from(
    { length: Math.min(images.length, Math.max(1, fitting(MIN_HALF_WIDTH))) },
    (_, index) => {
      const rows = Math.ceil(images.length / (index + 1))
      return layout(index + 1, Math.floor((area.height + SHEET_GAP) / rows) - SHEET_GAP - CAPTION)
    },
  ).slice(images.length > 1 && fitting(MIN_WIDTH) > 1 ? 1 : 0)
  const [best] = whole.toSorted((a, b) => shownOf(images, b) - shownOf(images, a))
  const largest = best ? shownOf(images, best) : 0
  const isLarge = (each: SheetLayout) => shownOf(images, each) >= SHRINK * largest
  const usual = whole.find(each => each.columns.length === inRows)
  const chosen = usual && isLarge(usual) ? usual : best
  return chosen && shownOf(images, chosen) >= SHRINK * shownOf(images, scrolled) ? chosen : scrolled
}

/**
 * Returns the widths of the columns for images in a single row, so that all images have the same height. No
 * column is narrower than `MIN_HALF_WIDTH`, unless `average` is narrower.
 */
function columnsFor(images: readonly Size[], average: number): number[] {
  const ratios = images.map(({ width, height }) => Math.max(width / height, 1 / PHONE))
  const widths = [...ratios]
  let rest = average * images.length
  let sum = ratios.reduce((total, each) => total + each, 0)
  const narrowFirst = [...ratios.entries()].toSorted(([, one], [, other]) => one - other)
  for (const [index, ratio] of narrowFirst) {
    const width = Math.max(Math.min(MIN_HALF_WIDTH, average), (rest * ratio) / sum)
    widths[index] = width
    rest -= width
    sum -= ratio
  }
  return widths
}

/**
 * Returns a measure of how large a layout shows the images: the sum of the square roots of the shown areas.
 * The areas themselves are not added, because a few large images would outweigh the others.
 */
function shownOf(images: readonly Size[], { columns, media: height }: SheetLayout): number {
  return images.reduce((sum, image, index) => {
    const width = columns[index % columns.length] ?? 0
    if (Math.min(width, height) <= 2 * CELL_PADDING) return sum
    return sum + fitCell(image, { width, height }).scale * Math.sqrt(image.width * image.height)
  }, 0)
}
