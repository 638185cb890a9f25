import { describe, expect, it } from 'vitest'
import { formatCount, pluralize } from '~/text/language/count'

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
