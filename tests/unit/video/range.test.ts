import { describe, expect, it } from 'vitest'
import { endAt, momentAt, noRange, startAt, wholeRange } from '~/video/range'

describe('a range of a video', () => {
  it('is whole when its start and its end are set, in either order', () => {
    expect(wholeRange(noRange)).toBeNull()
    expect(wholeRange(startAt(noRange, 1000))).toBeNull()
    expect(wholeRange(endAt(startAt(noRange, 1000), 3000))).toEqual({ timestampMs: 1000, endMs: 3000 })
    expect(wholeRange(startAt(endAt(noRange, 3000), 1000))).toEqual({ timestampMs: 1000, endMs: 3000 })
  })

  it('starts with the video where only its end is set, or where the end is before its start', () => {
    expect(endAt(noRange, 3000)).toEqual({ startMs: 0, endMs: 3000 })
    // Where it starts, it does not end.
    expect(endAt(startAt(noRange, 3000), 3000)).toEqual({ startMs: 3000, endMs: null })
    expect(endAt({ startMs: 3001, endMs: null }, 3000)).toEqual({ startMs: 0, endMs: 3000 })
    expect(endAt({ startMs: 2999, endMs: null }, 3000)).toEqual({ startMs: 2999, endMs: 3000 })
  })

  it('does not end where the video starts', () => {
    expect(endAt(noRange, 0)).toEqual(noRange)
  })

  it('loses an end that is not after a new start', () => {
    const range = { startMs: 0, endMs: 3000 }
    expect(startAt(range, 2999)).toEqual({ startMs: 2999, endMs: 3000 })
    expect(startAt(range, 3000)).toEqual({ startMs: 3000, endMs: null })
  })

  it('is what a mark is about that is drawn in it, and no other mark', () => {
    const range = { startMs: 1000, endMs: 3000 }
    for (const ms of [1000, 2000, 3000])
      expect(momentAt(range, ms)).toEqual({ timestampMs: 1000, endMs: 3000 })
    for (const ms of [999, 3001]) expect(momentAt(range, ms)).toEqual({ timestampMs: ms })
    expect(momentAt({ startMs: 0, endMs: null }, 5)).toEqual({ timestampMs: 5 })
  })
})
