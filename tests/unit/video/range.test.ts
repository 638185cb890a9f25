import { describe, expect, it } from 'vitest'
import { endAt, momentAt, noRange, rangeFigures, startAt, wholeRange } from '~/video/range'

describe('a range of a video', () => {
  it('a range of a video is complete when both its start and its end are set, in any order', () => {
    expect(wholeRange(noRange)).toBeNull()
    expect(wholeRange(startAt(noRange, 1000))).toBeNull()
    expect(wholeRange(endAt(startAt(noRange, 1000), 3000))).toEqual({ timestampMs: 1000, endMs: 3000 })
    expect(wholeRange(startAt(endAt(noRange, 3000), 1000))).toEqual({ timestampMs: 1000, endMs: 3000 })
  })

  it('the name of a range of a video contains its start, and its end if one is set', () => {
    expect(rangeFigures(noRange)).toBe('')
    expect(rangeFigures(startAt(noRange, 1000))).toBe('0:01.000–')
    expect(rangeFigures(endAt(startAt(noRange, 1000), 3250))).toBe('0:01.000–0:03.250')
  })

  it('setting the end of a range keeps an earlier start, or else the range begins with the video', () => {
    expect(endAt(noRange, 3000)).toEqual({ startMs: 0, endMs: 3000 })
    // A range cannot end at its own start.
    expect(endAt(startAt(noRange, 3000), 3000)).toEqual({ startMs: 3000, endMs: null })
    expect(endAt({ startMs: 3001, endMs: null }, 3000)).toEqual({ startMs: 0, endMs: 3000 })
    expect(endAt({ startMs: 2999, endMs: null }, 3000)).toEqual({ startMs: 2999, endMs: 3000 })
  })

  it('a range of a video cannot end at the start of the video', () => {
    expect(endAt(noRange, 0)).toEqual(noRange)
  })

  it('setting the start of a range of a video removes an end that is not after the new start', () => {
    const range = { startMs: 0, endMs: 3000 }
    expect(startAt(range, 2999)).toEqual({ startMs: 2999, endMs: 3000 })
    expect(startAt(range, 3000)).toEqual({ startMs: 3000, endMs: null })
  })

  it('a mark gets the whole range of a video only if it is drawn at a time inside the range', () => {
    const range = { startMs: 1000, endMs: 3000 }
    for (const ms of [1000, 2000, 3000])
      expect(momentAt(range, ms)).toEqual({ timestampMs: 1000, endMs: 3000 })
    for (const ms of [999, 3001]) expect(momentAt(range, ms)).toEqual({ timestampMs: ms })
    expect(momentAt({ startMs: 0, endMs: null }, 5)).toEqual({ timestampMs: 5 })
  })
})
