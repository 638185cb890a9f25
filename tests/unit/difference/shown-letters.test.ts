import { describe, expect, it } from 'vitest'
import type { Box } from '#shared/annotation/projection'
import { shownLetters } from '~/difference/shown-letters'

const frame = (x: number, y: number): Box => ({ x, y, width: 60, height: 20 })
const shown = (frames: Box[], ...chosen: number[]) => [...shownLetters(frames, chosen)].toSorted()

describe('the letters of changes', () => {
  it('frames with space around their corner show their letters', () => {
    expect(shown([frame(0, 0), frame(100, 0), frame(0, 100)])).toEqual([0, 1, 2])
  })

  it('a letter that would cover another frame or another letter is hidden', () => {
    expect(shown([frame(0, 0), frame(10, 24)])).toEqual([0])
    expect(shown([{ ...frame(100, 100), width: 2, height: 2 }, frame(112, 100)])).toEqual([0])
  })

  it('a letter inside of a much larger frame is shown, except at its corners', () => {
    const large = { x: 0, y: 0, width: 600, height: 200 }
    expect(shown([large, frame(200, 80), frame(300, 5)])).toEqual([0, 1, 2])
    expect(shown([large, frame(12, 190)])).toEqual([0])
  })

  it('chosen frames always show their letters, also instead of the letters that they cover', () => {
    expect(shown([frame(0, 0), frame(10, 24)], 1, -1)).toEqual([0, 1])
    expect(shown([frame(100, 100), { ...frame(96, 92), width: 1, height: 1 }], 1)).toEqual([1])
  })

  it('of many frames, only the chosen ones show their letters', () => {
    const many = Array.from({ length: 13 }, (_, index) => frame(0, index * 100))
    expect(shown(many.slice(1))).toHaveLength(12)
    expect(shown(many)).toEqual([])
    expect(shown(many, 12)).toEqual([12])
  })
})
