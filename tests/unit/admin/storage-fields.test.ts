import { describe, expect, it } from 'vitest'
import { bytesOfGibibytes, gibibytesOf } from '~/admin/storage-fields'

const GIB = 1024 ** 3

describe('the field of a storage quota', () => {
  it('the field for a storage quota shows GiB with three decimals at most, and nothing without one', () => {
    expect([null, 0, GIB, 1.5 * GIB, GIB + 1].map(gibibytesOf)).toEqual(['', '0', '1', '1.5', '1'])
  })

  it('an unchanged field for a storage quota keeps the exact bytes, and a changed one is converted', () => {
    expect(bytesOfGibibytes('1', GIB + 1)).toBe(GIB + 1)
    expect(bytesOfGibibytes(1.5, GIB + 1)).toBe(1.5 * GIB)
    expect([bytesOfGibibytes('', GIB), bytesOfGibibytes(' ', null), bytesOfGibibytes('0', null)]).toEqual([
      null,
      null,
      0,
    ])
  })
})
