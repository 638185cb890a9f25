import { expect, it } from 'vitest'
import { tipCorner } from '~/ui/elements/tip'

const page = { width: 1000, height: 800 }
const tip = { width: 100, height: 30 }
const at = (left: number, top: number) => ({ left, top, width: 40, bottom: top + 34 })

it('a tooltip is above an element in the lower half of the window and below one in the upper half', () => {
  expect(tipCorner(at(480, 700), tip, page)).toEqual({ left: 450, top: 662 })
  expect(tipCorner(at(480, 100), tip, page)).toEqual({ left: 450, top: 142 })
})

it('a tooltip stays 6 pixels inside of the window', () => {
  expect(tipCorner(at(0, 700), tip, page).left).toBe(6)
  expect(tipCorner(at(980, 700), tip, page).left).toBe(894)
})
