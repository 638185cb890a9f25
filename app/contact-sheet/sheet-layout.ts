import type { Size } from '#shared/annotation/projection'
import { CELL_PADDING, fitCell, PHONE } from './sheet-position'

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
/** CSS pixels: the minimum width of a cell on a screen that is too narrow for two of the cells above. */
const MIN_PHONE_WIDTH = 132
/** The height of an image divided by its width: the lowest and the highest cell of rows that scroll. */
const CELLS = [0.5, 0.75] as const
/** As `CELLS`, on a phone, whose cells are narrow. */
const PHONE_CELLS = [0.6, 1.6] as const
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
 * makes the images largest. Otherwise, uses rows of cells with the aspect ratio of most images, within
 * limits, which scroll. A single column, which leaves its sides empty, is used only in an area that is too
 * narrow for two. Lengths are CSS pixels; `area` is zero before it is measured.
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
  const isPhone = area.width > 0 && fitting(MIN_HALF_WIDTH) < 2
  const half = isPhone ? MIN_PHONE_WIDTH : MIN_HALF_WIDTH
  const inRows = Math.max(
    1,
    Math.min(images.length, Math.max(fitting(MIN_WIDTH), Math.min(2, fitting(half)))),
  )
  const scrolledWidth = area.width > 0 ? widthOf(inRows) : MIN_WIDTH
  const inner = scrolledWidth - 2 * CELL_PADDING
  const ratio = usualRatio(images, isPhone ? PHONE_CELLS : CELLS)
  const scrolled = layout(inRows, Math.round(inner * ratio) + 2 * CELL_PADDING)
  if (area.width === 0) return scrolled
  const whole = Array.from({ length: Math.min(images.length, Math.max(1, fitting(half))) }, (_, index) => {
    const rows = Math.ceil(images.length / (index + 1))
    return layout(index + 1, Math.floor((area.height + SHEET_GAP) / rows) - SHEET_GAP - CAPTION)
  }).slice(images.length > 1 && fitting(MIN_WIDTH) > 1 ? 1 : 0)
  const [best] = whole.toSorted((a, b) => shownOf(images, b) - shownOf(images, a))
  const largest = best ? shownOf(images, best) : 0
  const isLarge = (each: SheetLayout) => shownOf(images, each) >= SHRINK * largest
  const usual = whole.find(each => each.columns.length === inRows)
  const chosen = usual && isLarge(usual) ? usual : best
  return chosen && shownOf(images, chosen) >= SHRINK * shownOf(images, scrolled) ? chosen : scrolled
}

/** Returns the median of the images' heights divided by their widths, within the limits of cells. */
function usualRatio(images: readonly Size[], [lowest, highest]: readonly [number, number]): number {
  const ratios = images.map(({ width, height }) => height / width).toSorted((one, other) => one - other)
  return Math.min(highest, Math.max(lowest, ratios[Math.floor(ratios.length / 2)] ?? highest))
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
