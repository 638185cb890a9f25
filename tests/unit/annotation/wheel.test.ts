import { describe, expect, it } from 'vitest'
import { turnWheel, type WheelTurn } from '~/annotation/wheel'

/** An image of twice the size of the stage, so that it scrolls in both directions. */
const view = {
  image: { width: 2000, height: 1000 },
  stage: { width: 1000, height: 500 },
  ...{ scale: 1, x: -500, y: -250 },
}
const still = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false }
const turn = (change: Partial<WheelTurn>, cursor = { x: 0, y: 0 }) =>
  turnWheel(view, { ...still, ...change }, cursor)

describe('the wheel over an image', () => {
  it('the wheel scrolls by its distance, and with Shift it scrolls sideways', () => {
    expect(turn({ deltaX: 20, deltaY: 30 })).toMatchObject({ x: -520, y: -280, scale: 1 })
    expect(turn({ deltaX: 20, deltaY: 30, shiftKey: true })).toMatchObject({ x: -530, y: -270, scale: 1 })
  })

  it('a wheel that reports lines scrolls by 20 CSS pixels a line', () => {
    expect(turn({ deltaX: 1, deltaY: 2, deltaMode: 1 })).toMatchObject({ x: -520, y: -290 })
  })

  it('with Ctrl or Cmd, the wheel zooms, and the point under the cursor keeps its place', () => {
    const cursor = { x: 300, y: 100 }
    for (const key of ['ctrlKey', 'metaKey']) {
      const { x, y, scale } = turn({ deltaY: -40, [key]: true }, cursor)
      expect(scale).toBeCloseTo(Math.exp(0.2))
      expect([(cursor.x - x) / scale, (cursor.y - y) / scale]).toEqual([
        expect.closeTo(cursor.x + 500),
        expect.closeTo(cursor.y + 250),
      ])
    }
  })

  it('one notch of a mouse wheel zooms by the same factor, however large its distance is', () => {
    for (const deltaY of [-50, -100, -300])
      expect(turn({ deltaY, ctrlKey: true }).scale).toBeCloseTo(Math.exp(0.25))
    expect(turn({ deltaY: -4, deltaMode: 1, ctrlKey: true }).scale).toBeCloseTo(Math.exp(0.25))
    expect(turn({ deltaY: 300, ctrlKey: true }).scale).toBeCloseTo(Math.exp(-0.25))
  })
})
