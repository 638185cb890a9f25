import { describe, expect, it } from 'vitest'
import { previewTime, shareAt } from '~/video/time-bar'

describe('the time bar of a video', () => {
  it('the ends of the time bar are at the middle of the thumb, and positions are clamped to them', () => {
    expect([0, 8, 108, 208, 216].map(x => shareAt(x, 216))).toEqual([0, 0, 0.5, 1, 1])
  })

  it('the time bar previews at most 60 evenly spread frames, none of which is the video’s end', () => {
    expect([0, 40, 60, 12_030, 60_000].map(ms => previewTime(ms, 60_000))).toEqual([0, 0, 0, 12_000, 59_000])
    const times = Array.from({ length: 1000 }, (_, index) => previewTime(index, 1000))
    expect(new Set(times).size).toBe(60)
  })
})
