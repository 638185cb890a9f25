import { describe, expect, it } from 'vitest'
import { matchesEtag, parseRange, rangeStillHolds } from '~~/server/http/ranges'

describe('a Range header', () => {
  it.each([
    ['bytes=0-99', { start: 0, end: 100 }],
    ['bytes=0-', { start: 0, end: 1000 }],
    ['bytes=990-2000', { start: 990, end: 1000 }],
    ['bytes=-10', { start: 990, end: 1000 }],
    ['bytes=-5000', { start: 0, end: 1000 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['items=0-1', null],
    ['nonsense', null],
    [undefined, null],
  ])('%s of 1,000 bytes is %o', (header, expected) => {
    expect(parseRange(header, 1000)).toEqual(expected)
  })
})

describe('entity tags', () => {
  it('match weakly for If-None-Match and strongly for If-Range', () => {
    expect([matchesEtag('"a", W/"b"', '"b"'), matchesEtag('*', '"b"'), matchesEtag('"c"', '"b"'), matchesEtag(undefined, '"b"')]).toEqual([true, true, false, false])
    expect([rangeStillHolds(undefined, '"b"'), rangeStillHolds('"b"', '"b"'), rangeStillHolds('W/"b"', '"b"'), rangeStillHolds('Sat, 21 Nov 2026 00:00:00 GMT', '"b"')]).toEqual([true, true, false, false])
  })
})
