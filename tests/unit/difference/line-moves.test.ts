import { expect, it } from 'vitest'
import { compareImages } from '#shared/difference/compare'
import type { PixelBox } from '#shared/difference/pixels'
import { fill, GRAY, page, text, WIDTH, type Page } from '../../support/media/drawn-page'

const HEIGHT = 200
const INK = 0xff202020

/** Draws a field with a border and a text. `dots`: places in the field that have another color. */
function field(on: Page, x: number, width = 90, dots: readonly PixelBox[] = []) {
  fill(on, { x, y: 40, width, height: 36 }, (column, row) =>
    column === 0 || row === 0 || column === width - 1 || row === 35 ? GRAY : 0xfff8f8f8,
  )
  text(on, x + 1, 52, 7, width - 2)
  for (const dot of dots) fill(on, { ...dot, x: x + dot.x, y: 40 + dot.y }, () => INK)
}

/** Draws a button that ends at the right edge of the page. */
function button(on: Page, width: number) {
  fill(on, { x: 380 - width, y: 40, width, height: 36 }, () => 0xff70a010)
  text(on, 390 - width, 52, 100 + width, width - 20)
}

/** Compares two pages, of which the second one also has a new mark further below. */
const changesOf = async (left: Page, right: Page) => {
  fill(right, { x: 20, y: 150, width: 30, height: 30 }, () => INK)
  const rows = ({ pixels }: Page, y: number, count: number) =>
    new Uint8ClampedArray(pixels.slice(y * WIDTH, (y + count) * WIDTH).buffer)
  const { changes } = await compareImages(
    { width: WIDTH, height: HEIGHT },
    (y, count) => [rows(left, y, count), rows(right, y, count)],
    { threshold: null, isLossless: true },
  )
  return changes.filter(each => each.y < 150)
}

it('a field that moved because the button next to it became narrower is one change with it', async () => {
  // Browsers draw the corners of a moved field a little differently.
  const corners = [
    { x: 1, y: 5, width: 2, height: 3 },
    { x: 2, y: 31, width: 1, height: 1 },
  ]
  const changes = await changesOf(
    page(HEIGHT, on => {
      field(on, 158)
      button(on, 122)
    }),
    page(HEIGHT, on => {
      field(on, 170, 90, corners)
      button(on, 110)
    }),
  )
  expect(changes).toHaveLength(1)
  const [change] = changes
  expect(change?.moved).toBeUndefined()
  // Marks on the field follow it to its new place.
  expect(change?.following).toMatchObject([{ from: { x: 158 }, to: { x: 170 } }])
  expect(change?.x).toBeLessThanOrEqual(158)
})

it('a number that changed inside of a moved field is a change of its own', async () => {
  const changes = await changesOf(
    page(HEIGHT, on => field(on, 158, 90, [{ x: 40, y: 14, width: 3, height: 6 }])),
    page(HEIGHT, on => field(on, 170, 90, [{ x: 40, y: 14, width: 3, height: 7 }])),
  )
  expect(changes.map(each => Boolean(each.moved))).toEqual([true, false])
})

it('a large block that moved sideways remains a change of its own next to a changed button', async () => {
  const changes = await changesOf(
    page(HEIGHT, on => {
      field(on, 2, 268)
      button(on, 100)
    }),
    page(HEIGHT, on => {
      field(on, 10, 268)
      button(on, 92)
    }),
  )
  expect(changes.filter(each => each.moved)).toHaveLength(1)
})
