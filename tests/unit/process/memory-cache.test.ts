import { describe, expect, it } from 'vitest'
import { createMemory } from '~~/server/process/memory-cache'

describe('caches that share one memory', () => {
  it('caches with shared memory have separate keys; the least recently used value of all is evicted', () => {
    const openCache = createMemory(10_000)
    const texts = openCache<string>('text', text => text.length)
    const buffers = openCache<Buffer>('buffer', ({ length }) => length)
    texts.set('a', 'x'.repeat(700))
    buffers.set('a', Buffer.alloc(700))
    expect([texts.get('a')?.length, buffers.get('a')?.length]).toEqual([700, 700])
    for (let i = 0; i < 9; i++) {
      expect(texts.get('a')).toBeDefined()
      texts.set(`filler ${i}`, 'x'.repeat(800))
    }
    expect([texts.get('a')?.length, buffers.get('a')]).toEqual([700, undefined])
    texts.delete('a')
    expect(texts.get('a')).toBeUndefined()
  })

  it('caches with a shared memory do not store a value that would evict too many other values', () => {
    const openCache = createMemory(10_000)
    const texts = openCache<string>('text', text => text.length)
    texts.set('largest', 'x'.repeat(10_000 / 8 - 200 - 'largest'.length))
    expect(texts.get('largest')).toBeDefined()
    texts.set('too large', 'x'.repeat(10_000 / 8 - 200 - 'too large'.length + 1))
    expect(texts.get('too large')).toBeUndefined()
  })

  it('caches whose memory limit is 0 store nothing', () => {
    const texts = createMemory(0)<string>('text', text => text.length)
    texts.set('a', 'x')
    expect(texts.get('a')).toBeUndefined()
  })
})
