import { describe, expect, it } from 'vitest'
import { GrowingBuffer } from '~~/server/bytes/growing-buffer'

describe('bytes that arrive in chunks', () => {
  it('GrowingBuffer returns all bytes in order, whatever the sizes of the appended chunks', () => {
    const expected = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 251))
    for (const step of [1, 7, 16_384, 50_000, 70_000]) {
      const held = new GrowingBuffer()
      for (let i = 0; i < expected.length; i += step) held.append(expected.subarray(i, i + step))
      expect(held.length).toBe(expected.length)
      expect(held.bytes().equals(expected)).toBe(true)
    }
  })
})
