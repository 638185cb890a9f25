import type { PixelBox } from '#shared/difference/pixels'
import { seeded } from '../seeded'

export const WHITE = 0xffffffff
export const GRAY = 0xffe0e0e0
/** The width of all pages in pixels. */
export const WIDTH = 400

/** A page that a test draws. Each pixel is one number with the bytes A, B, G, R. */
export interface Page {
  width: number
  height: number
  pixels: Uint32Array
}

/** Draws a page on a white background. */
export function page(height: number, draw: (page: Page) => void): Page {
  const all = { width: WIDTH, height, pixels: new Uint32Array(WIDTH * height).fill(WHITE) }
  draw(all)
  return all
}

/** Fills a box with colors that depend on the position in the box. */
export function fill(
  { width, height, pixels }: Page,
  box: PixelBox,
  color: (x: number, y: number) => number,
) {
  for (let y = box.y; y < Math.min(height, box.y + box.height); y++)
    for (let x = box.x; x < box.x + box.width; x++) pixels[y * width + x] = color(x - box.x, y - box.y)
}

/** Draws a pattern like a line of text. Each seed gives a different pattern. */
export function text(on: Page, x: number, y: number, seed: number, width = 100, height = 12) {
  const random = seeded(seed)
  const ink = Array.from({ length: width * height }, () => Math.floor(random() * 12))
  fill(on, { x, y, width, height }, (column, row) => {
    const level = ink[row * width + column] ?? 0
    return level < 4 ? 0xff000000 + level * 0x303030 : WHITE
  })
}

/** Draws a gray box with text in it. */
export function banner(on: Page, y: number, height = 49, x = 20, width = 360) {
  fill(on, { x, y, width, height }, () => GRAY)
  text(on, x + 20, y + 16, 999, width - 60)
}

/** Draws cards with borders and two lines of text each. `gap` is the space below each card in pixels. */
export function cards(on: Page, tops: readonly number[], x = 20, width = 360) {
  for (const [at, y] of tops.entries()) {
    fill(on, { x, y, width, height: 60 }, (column, row) =>
      column === 0 || row === 0 || column === width - 1 || row === 59 ? GRAY : WHITE,
    )
    text(on, x + 16, y + 14, 2 * at + 1, width - 80)
    text(on, x + 16, y + 34, 2 * at + 2, 90)
  }
}
