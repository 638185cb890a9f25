import { describe, expect, it } from 'vitest'
import { ifRangeMatches, matchesEtag, parseRange } from '~~/server/http/responses/ranges'

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=0-99', { start: 0, end: 100 }],
    ['bytes=10-19', { start: 10, end: 20 }],
    ['bytes=0-', { start: 0, end: 1000 }],
    ['bytes=990-2000', { start: 990, end: 1000 }],
    [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 1000 }],
    ['bytes=-10', { start: 990, end: 1000 }],
    ['bytes=-5000', { start: 0, end: 1000 }],
    ['bytes= 10-19 ', { start: 10, end: 20 }],
    ['Bytes=10-19', { start: 10, end: 20 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=1000-2000', 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
  ])('the Range header %s for a file of 1,000 bytes is parsed as %o', (header, expected) => {
    expect(parseRange(header, 1000)).toEqual(expected)
  })

  it.each([
    undefined,
    '',
    'nonsense',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=1-2x',
    'bytes=1 2-30',
    'bytes=+1-2',
    'bytes=1.5-2',
    'bytes=--5',
    'bytes =1-2',
    'items=0-1',
    'bytes=0-1,5-6',
    'bytes=0-1,',
  ])('the Range header %j is ignored', header => {
    expect(parseRange(header, 1000)).toBeNull()
  })

  it('for an empty file, a suffix range is ignored, and any other range is unsatisfiable', () => {
    expect(parseRange('bytes=-5', 0)).toBeNull()
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  })
})

describe('entity tags', () => {
  it.each([
    ['"b"', '"b"', true],
    ['"a", W/"b"', '"b"', true],
    ['"b"', 'W/"b"', true],
    ['"x,y"', '"x,y"', true],
    [' * ', '"b"', true],
    ['"c"', '"b"', false],
    ['"B"', '"b"', false],
    ['b', '"b"', false],
    ['', '"b"', false],
    [undefined, '"b"', false],
  ])('If-None-Match %j matches the entity tag %j by weak comparison: %j', (header, etag, matches) => {
    expect(matchesEtag(header, etag)).toBe(matches)
  })

  it.each([
    [undefined, '"b"', true],
    ['"b"', '"b"', true],
    ['"a"', '"b"', false],
    ['W/"b"', '"b"', false],
    ['W/"b"', 'W/"b"', false],
    ['Sat, 21 Nov 2026 00:00:00 GMT', '"b"', false],
  ])('If-Range %j matches the entity tag %j by strong comparison: %j', (header, etag, holds) => {
    expect(ifRangeMatches(header, etag)).toBe(holds)
  })
})
