import { describe, expect, it } from 'vitest'
import { overlap, type Box } from '#shared/annotation/projection'
import { lineTo, shownLetters, usualLetter } from '~/difference/shown-letters'

const frame = (x: number, y: number): Box => ({ x, y, width: 60, height: 20 })
const shown = (frames: Box[], ...chosen: number[]) =>
  [...shownLetters(frames, chosen).keys()].toSorted((a, b) => a - b)
const area = { x: 2, y: 36, width: 386, height: 400 }

/** Returns the corner of a frame at which a letter is. */
function cornerOf(frame: Box, letter: Box | undefined): string {
  if (!letter) return 'none'
  if (lineTo(frame, letter)) return 'away'
  const isLeft = letter.x < frame.x
  return `${letter.y < frame.y ? 'top' : 'bottom'}-${isLeft ? 'left' : 'right'}`
}

/** Returns the corners of the letters of frames, in the order of the frames. */
function cornersOf(frames: Box[], chosen: number[] = [], options = {}): string[] {
  const letters = shownLetters(frames, chosen, options)
  return frames.map((each, index) => cornerOf(each, letters.get(index)))
}

function expectNoOverlap(letters: Iterable<Box>) {
  const all = [...letters]
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) expect(overlap(one, other)).toBe(false)
}

describe('the letters of changes', () => {
  it('letters of changes are shown at frames that have space around a corner', () => {
    expect(shown([frame(0, 0), frame(100, 0), frame(0, 100)])).toEqual([0, 1, 2])
  })

  it('the letter of a change is at another corner if it would cover another frame or letter', () => {
    expect(cornersOf([frame(0, 0), frame(10, 24)])).toEqual(['top-left', 'top-right'])
  })

  it('a letter that the edge of the stage would cut is moved inside', () => {
    const at = (x: number, y: number) => {
      const letter = usualLetter(frame(x, y), area, false)
      return [letter.x, letter.y]
    }
    expect(at(5, 100)).toEqual([2, 84])
    expect(at(100, 40)).toEqual([84, 36])
    expect(at(200, 100)).toEqual([184, 84])
    // The letter of a change outside of the stage stays with its change.
    expect(at(-200, 100)).toEqual([-216, 84])
  })

  it('moved letters do not cover each other', () => {
    const frames = [frame(4, 100), { ...frame(4, 126), width: 40 }]
    const letters = shownLetters(frames, [], { area })
    expect(letters.size).toBe(2)
    expectNoOverlap(letters.values())
  })

  it('a letter without space at its frame is further away, with a line to the frame', () => {
    const around = [34, 58, 82].flatMap(y => [11, 75, 139].map(x => frame(x, y)))
    const frames = [...around.toSpliced(4, 1), { x: 80, y: 59, width: 50, height: 18 }]
    const letters = shownLetters(frames, [])
    expect(letters.size).toBe(9)
    expectNoOverlap(letters.values())
    const line = lineTo(frames[8] as Box, letters.get(8) as Box)
    expect(line?.length).toBeGreaterThan(9)
    expect(line?.length).toBeLessThan(90)
  })

  it('every one of several tiny changes that are close together has a letter of its own', () => {
    const tiny = (x: number, y: number): Box => ({ x, y, width: 8, height: 8 })
    const frames = [frame(300, 50), frame(310, 52), tiny(296, 50), tiny(297, 66), tiny(330, 60)]
    const wide = new Set([0])
    const letters = shownLetters(frames, [], { area, wide })
    expect([...letters.keys()].toSorted()).toEqual([0, 1, 2, 3, 4])
    expectNoOverlap(letters.values())
    expect(letters.get(0)?.width).toBeGreaterThan(letters.get(1)?.width ?? 0)
  })

  it('a letter inside of a much larger frame is shown, but not at a corner of that frame', () => {
    const large = { x: 0, y: 0, width: 600, height: 200 }
    expect(shown([large, frame(200, 80), frame(300, 5)])).toEqual([0, 1, 2])
    expect(cornersOf([large, frame(12, 190)])[1]).toBe('top-right')
  })

  it('the chosen change always shows its letter, and the letters of other changes move', () => {
    expect(shown([frame(0, 0), frame(10, 24)], 1, -1)).toEqual([0, 1])
    expect(shown([frame(100, 100), { ...frame(96, 92), width: 1, height: 1 }], 1)).toEqual([0, 1])
  })

  it('of many changes, only the 26 around the chosen one show their letters', () => {
    const many = Array.from({ length: 60 }, (_, index) => frame(0, index * 100))
    expect(shown(many.slice(0, 26))).toHaveLength(26)
    expect(shown(many)).toEqual(Array.from({ length: 26 }, (_, index) => index))
    expect(shown(many, 40, -1)).toEqual(Array.from({ length: 26 }, (_, index) => 27 + index))
    expect(shown(many, 59)).toHaveLength(26)
  })
})

it('the letter of a change is next to a comment pin, not under it', () => {
  const taken = [{ x: 86, y: 86, width: 28, height: 28 }]
  expect(cornersOf([frame(100, 100)], [], { taken })).toEqual(['top-right'])
  // The letter of the chosen change is shown next to the pin, too.
  expect(cornersOf([frame(100, 100)], [0], { taken })).toEqual(['top-right'])
})

it('a low frame between two large frames has a letter, although the letter covers their corners', () => {
  const wide = (y: number, height: number): Box => ({ x: 100, y, width: 700, height })
  const frames = [wide(0, 190), wide(190, 30), wide(224, 170)]
  expect(cornersOf(frames)).not.toContain('away')
})
