import { describe, expect, it } from 'vitest'
import { cardCrop, cardWidth, markedBoxes } from '~/difference/change-card'

it.each([
  ['a changed button', 104, 5, 218],
  ['a changed button with the field before it', 168, 5, 280],
  ['a changed button next to one other change', 104, 2, 441],
  ['a banner next to one other change', 1038, 2, 441],
  ['the only change, which is a banner', 1038, 1, 520],
  ['a banner of many changes', 1038, 15, 320],
  ['a heading', 300, 4, 320],
  ['a heading with much space', 300, 3, 320],
])('the evidence card of %s has the expected width', (_, change, count, width) => {
  expect(cardWidth(change, count, 906)).toBe(width)
})

it('before a list is measured, its evidence cards have a default width', () => {
  expect(cardWidth(1038, 2, 0)).toBe(320)
})

describe('the part of a picture that a card shows', () => {
  const picture = { width: 1440, height: 900 }
  const card = { width: 320, height: 70 }

  it.each([1, 2])('a wide change is shown from its beginning at a readable size (density %i)', density => {
    const change = { x: 230 * density, y: 400 * density, width: 1150 * density, height: 28 * density }
    const image = { width: 1440 * density, height: 900 * density }
    const crop = cardCrop(change, image, card, density)
    expect((card.width * density) / crop.width).toBeGreaterThanOrEqual(0.7)
    expect(crop.x).toBe(222 * density)
    expect(crop.y + crop.height / 2).toBe(414 * density)
  })

  it('a change that is too high for its card at full size is shown smaller', () => {
    const crop = cardCrop({ x: 700, y: 500, width: 20, height: 60 }, picture, card)
    expect(crop.width).toBe(320 / 0.7)
  })

  it('an evidence card shows a small change in its middle, and nothing outside of the picture', () => {
    expect(cardCrop({ x: 700, y: 500, width: 20, height: 10 }, picture, card)).toMatchObject({
      x: 710 - 320 / 2,
      width: 320,
    })
    const { x, y } = cardCrop({ x: 1400, y: 0, width: 40, height: 10 }, picture, card)
    expect([x, y]).toEqual([1440 - 320, 0])
  })

  it('a picture that is narrower than its evidence card is in the middle of the card', () => {
    const crop = cardCrop({ x: 10, y: 10, width: 90, height: 20 }, { width: 100, height: 400 }, card)
    expect(crop.x).toBe((100 - 320) / 2)
  })
})

it('a card marks its change in both pictures, and a new or removed block where a picture has it', () => {
  const change = { x: 0, y: 60, width: 100, height: 10, pixels: 9 }
  const from = { x: 0, y: 20, width: 100, height: 10 }
  const to = { x: 0, y: 60, width: 100, height: 10 }
  expect(markedBoxes(change)).toEqual([change, change])
  expect(markedBoxes({ ...change, moved: { from, to } })).toEqual([from, to])
  expect(markedBoxes({ ...change, within: { from, to } })).toEqual([from, to])
  expect(markedBoxes({ ...change, inserted: { from: { ...from, height: 4 }, to } })).toEqual([undefined, to])
  expect(markedBoxes({ ...change, removed: { from, to: { ...to, height: 4 } } })).toEqual([from, undefined])
})
