import { describe, expect, it } from 'vitest'
import { endAt, momentAt, noRange, startAt, wholeRange } from '~/video/range'

describe('a range of a video', () => {
  it('a range of a video is whole when its start and its end are set, in either order', () => {
    expect(wholeRange(noRange)).toBeNull()
    expect(wholeRange(startAt(noRange, 1000))).toBeNull()
    expect(wholeRange(endAt(startAt(noRange, 1000), 3000))).toEqual({ timestampMs: 1000, endMs: 3000 })
    expect(wholeRange(startAt(endAt(noRange, 3000), 1000))).toEqual({ timestampMs: 1000, endMs: 3000 })
  })

  it('a range of a video starts with the video where only its end is set, or precedes its start', () => {
    expect(endAt(noRange, 3000)).toEqual({ startMs: 0, endMs: 3000 })
    // A range does not end at its own start.
    expect(endAt(startAt(noRange, 3000), 3000)).toEqual({ startMs: 3000, endMs: null })
    expect(endAt({ startMs: 3001, endMs: null }, 3000)).toEqual({ startMs: 0, endMs: 3000 })
    expect(endAt({ startMs: 2999, endMs: null }, 3000)).toEqual({ startMs: 2999, endMs: 3000 })
  })

  it('a range of a video does not end where the video starts', () => {
    expect(endAt(noRange, 0)).toEqual(noRange)
  })

  it('a range of a video loses an end that is not after a new start', () => {
    const range = { startMs: 0, endMs: 3000 }
    expect(startAt(range, 2999)).toEqual({ startMs: 2999, endMs: 3000 })
    expect(startAt(range, 3000)).toEqual({ startMs: 3000, endMs: null })
  })

  it('a range of a video is the one of a mark that is drawn in it, and of no other mark', () => {
    const range = { startMs: 1000, endMs: 3000 }
    for (const ms of [1000, 2000, 3000])
      expect(momentAt(range, ms)).toEqual({ timestampMs: 1000, endMs: 3000 })
    for (const ms of [999, 3001]) expect(momentAt(range, ms)).toEqual({ timestampMs: ms })
    expect(momentAt({ startMs: 0, endMs: null }, 5)).toEqual({ timestampMs: 5 })
  })
})
