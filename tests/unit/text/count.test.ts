import { describe, expect, it } from 'vitest'
import { capitalized, countWord, formatCount, pluralize } from '~/text/language/count'

describe('pluralize', () => {
  it('pluralize uses the singular only for the count 1', () => {
    expect([pluralize(1, 'image'), pluralize(0, 'image'), pluralize(2, 'reply', 'replies')]).toEqual([
      '1 image',
      '0 images',
      '2 replies',
    ])
  })
})

describe('formatCount', () => {
  it('formatCount separates thousands', () => {
    expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567'])
  })
})

describe('countWord', () => {
  it('countWord writes counts up to twelve as words', () => {
    expect([1, 12, 13, 1000].map(countWord)).toEqual(['one', 'twelve', '13', '1,000'])
    expect(capitalized(`${countWord(2)} reviews`)).toBe('Two reviews')
  })
})
