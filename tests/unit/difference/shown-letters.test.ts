import { describe, expect, it } from 'vitest'
import type { Box } from '#shared/annotation/projection'
import { letterShift, shownLetters } from '~/difference/shown-letters'

const frame = (x: number, y: number): Box => ({ x, y, width: 60, height: 20 })
const shown = (frames: Box[], ...chosen: number[]) =>
  [...shownLetters(frames, chosen).keys()].toSorted((a, b) => a - b)

describe('the letters of changes', () => {
  it('letters of changes are shown at frames that have space around a corner', () => {
    expect(shown([frame(0, 0), frame(100, 0), frame(0, 100)])).toEqual([0, 1, 2])
  })

  it('the letter of a change is at another corner if it would cover another frame or letter', () => {
    expect([...shownLetters([frame(0, 0), frame(10, 24)], [])]).toEqual([
      [0, 'top-left'],
      [1, 'top-right'],
    ])
  })

  it('a letter that the edge of the stage would cut is moved inside', () => {
    const area = { x: 2, y: 36, width: 386, height: 400 }
    expect(letterShift(frame(5, 100), 'top-left', area)).toEqual({ x: 13, y: 0 })
    expect(letterShift(frame(100, 40), 'top-left', area)).toEqual({ x: 0, y: 12 })
    expect(letterShift(frame(320, 420), 'bottom-right', area)).toEqual({ x: -8, y: -20 })
    expect(letterShift(frame(200, 100), 'top-left', area)).toEqual({ x: 0, y: 0 })
    // The letter of a change outside of the stage stays with its change.
    expect(letterShift(frame(-200, 100), 'top-left', area)).toEqual({ x: 0, y: 0 })
  })

  it('moved letters do not cover each other', () => {
    const area = { x: 2, y: 36, width: 386, height: 400 }
    const [one, other] = [frame(4, 100), { ...frame(4, 126), width: 40 }]
    const corners = shownLetters([one, other], [], [], area)
    expect(corners.get(0)).toBe('top-left')
    expect(corners.get(1)).not.toBe('top-left')
  })

  it('a frame shows no letter if the letter would cover another frame at every corner', () => {
    const around = [frame(40, 40), frame(110, 40), frame(40, 76), frame(110, 76)]
    expect(shown([...around, { x: 100, y: 62, width: 10, height: 12 }])).toEqual([0, 1, 2, 3])
  })

  it('a letter inside of a much larger frame is shown, but not at a corner of that frame', () => {
    const large = { x: 0, y: 0, width: 600, height: 200 }
    expect(shown([large, frame(200, 80), frame(300, 5)])).toEqual([0, 1, 2])
    expect(shownLetters([large, frame(12, 190)], []).get(1)).toBe('top-right')
  })

  it('the chosen change always shows its letter, and the letters of other changes move', () => {
    expect(shown([frame(0, 0), frame(10, 24)], 1, -1)).toEqual([0, 1])
    expect(shown([frame(100, 100), { ...frame(96, 92), width: 1, height: 1 }], 1)).toEqual([0, 1])
  })

  it('of many changes, only the twelve around the chosen one show their letters', () => {
    const many = Array.from({ length: 30 }, (_, index) => frame(0, index * 100))
    expect(shown(many.slice(0, 12))).toHaveLength(12)
    expect(shown(many)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(shown(many, 20, -1)).toEqual([14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25])
    expect(shown(many, 29)).toHaveLength(12)
  })
})

it('the letter of a change is next to a comment pin, not under it', () => {
  const pin = { x: 86, y: 86, width: 28, height: 28 }
  expect(shownLetters([frame(100, 100)], [], [pin]).get(0)).toBe('top-right')
  // The letter of the chosen change is shown next to the pin, too.
  expect(shownLetters([frame(100, 100)], [0], [pin]).get(0)).toBe('top-right')
})

it('a low frame between two large frames has a letter, although the letter covers their corners', () => {
  const wide = (y: number, height: number): Box => ({ x: 100, y, width: 700, height })
  expect([...shownLetters([wide(0, 190), wide(190, 30), wide(224, 170)], []).keys()].toSorted()).toEqual([
    0, 1, 2,
  ])
})
