import { describe, expect, it } from 'vitest'
import { SynchronousReads } from '~~/server/storage/open-files'
import { ReadGuards } from '~~/server/storage/read-guards'

describe('a read of a key', () => {
  it('a read of a blob is stale if its own key is changed during the read, not another key', async () => {
    const guards = new ReadGuards()
    const outcome = (changed: string) =>
      guards.during('a', async guard => {
        guards.change(changed)
        return guard.isStale
      })
    expect([await outcome('b'), await outcome('a'), await outcome('b')]).toEqual([false, true, false])
  })
})

describe('synchronous reads', () => {
  it('synchronous reads are stopped for a minute after a read that took more than 5 ms', () => {
    const reads = new SynchronousReads()
    reads.record(1000, 1005)
    expect(reads.isAllowed(1005)).toBe(true)
    reads.record(1005, 1010.1)
    expect([reads.isAllowed(1010.1), reads.isAllowed(61_010), reads.isAllowed(61_010.1)]).toEqual([
      false,
      false,
      true,
    ])
  })
})
