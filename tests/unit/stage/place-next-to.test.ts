import { expect, it } from 'vitest'
import { placeNextTo, placeNextToAll, shiftToUncover } from '~/stage/draft/place-next-to'

const stage = { width: 1000, height: 600 }
const box = { width: 300, height: 150 }

it('a floating box is to the right of the part that it is about, and their tops are aligned', () => {
  expect(placeNextTo({ x: 100, y: 80, width: 200, height: 100 }, box, stage)).toEqual({ x: 316, y: 80 })
  expect(placeNextTo({ x: 100, y: 80, width: 0, height: 0 }, box, stage)).toEqual({ x: 116, y: 80 })
})

it('a floating box is to the left of the part that it is about if there is no space on the right', () => {
  // The part of the stage ends at 676 pixels. With the gap of 16 and the box of 300 pixels, the box ends
  // exactly at the margin of the stage.
  expect(placeNextTo({ x: 476, y: 80, width: 200, height: 100 }, box, stage).x).toBe(692)
  expect(placeNextTo({ x: 477, y: 80, width: 200, height: 100 }, box, stage).x).toBe(161)
})

it('a floating box is below or above a part that is as wide as the stage', () => {
  expect(placeNextTo({ x: 20, y: 80, width: 960, height: 100 }, box, stage)).toEqual({ x: 36, y: 196 })
  expect(placeNextTo({ x: 20, y: 400, width: 960, height: 100 }, box, stage)).toEqual({ x: 36, y: 234 })
})

it('a floating box is always inside the stage', () => {
  expect(placeNextTo({ x: 100, y: 590, width: 0, height: 0 }, box, stage).y).toBe(442)
  expect(placeNextTo({ x: 100, y: -900, width: 0, height: 0 }, box, stage).y).toBe(8)
  expect(placeNextTo({ x: 0, y: 0, width: 1000, height: 600 }, box, stage)).toEqual({ x: 16, y: 16 })
})

it('on a small stage, a floating box extends below it, or the image moves up to make space', () => {
  const small = { width: 316, height: 300 }
  const middle = { x: 150, y: 150, width: 0, height: 0 }
  expect(placeNextTo(middle, box, small, 100)).toEqual({ x: 8, y: 166 })
  expect(placeNextTo(middle, box, small, 10).y).toBe(142)
  // The lowest position of a point that leaves space for the box below it is 300 - 8 - 150 - 16.
  expect(shiftToUncover(middle, box, small)).toBe(126 - 150)
  expect(shiftToUncover({ ...middle, y: 400 }, box, small)).toBe(126 - 400)
  expect(shiftToUncover({ ...middle, y: 120 }, box, small)).toBe(0)
  expect(shiftToUncover({ ...middle, height: 140 }, box, small)).toBe(0)
  expect(shiftToUncover(middle, box, stage)).toBe(0)
})

it('a box that would cover another part of the stage is placed next to the other part', () => {
  const first = { x: 100, y: 80, width: 200, height: 100 }
  const second = { x: 340, y: 100, width: 100, height: 100 }
  expect(placeNextToAll([first], box, stage)).toEqual({ x: 316, y: 80 })
  expect(placeNextToAll([first, { ...second, y: 400 }], box, stage)).toEqual({ x: 316, y: 80 })
  expect(placeNextToAll([first, second], box, stage)).toEqual({ x: 456, y: 100 })
  const whole = { x: 0, y: 0, width: 1000, height: 600 }
  expect(placeNextToAll([first, whole], box, stage)).toEqual({ x: 316, y: 80 })
})
