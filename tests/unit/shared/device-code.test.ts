import { describe, expect, it } from 'vitest'
import { formatUserCode, normalizeUserCode } from '#shared/device-code'

describe('the code that a device shows', () => {
  it('the code of a device is recognized however a person types it', () => {
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

  it('formatUserCode adds the dash with the fifth character, so that a person can delete the dash', () => {
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
