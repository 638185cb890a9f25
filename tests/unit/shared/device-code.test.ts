import { describe, expect, it } from 'vitest'
import { formatUserCode, normalizeUserCode } from '#shared/device-code'

describe('the code a device shows', () => {
  it('the code a device shows is the same however it is typed', () => {
    for (const typed of [
      'ABCDEF23',
      'abcdef23',
      'ABCD-EF23',
      ' abcd ef23 ',
      'a-b-c-d-e-f-2-3',
      'ABCD–EF23',
      'ABCDEF23EXTRA',
    ])
      expect(normalizeUserCode(typed)).toBe('ABCDEF23')
  })

  it('the code a device shows gets its dash once a character follows, so that it can be deleted', () => {
    expect(['', 'a', 'abcd', 'abcde', 'abcd-', 'abcdef23'].map(formatUserCode)).toEqual([
      '',
      'A',
      'ABCD',
      'ABCD-E',
      'ABCD',
      'ABCD-EF23',
    ])
  })
})
