import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ONE_PIECE_BYTES } from '~~/server/bytes/byte-source'
import { createMemory } from '~~/server/process/memory-cache'
import { blobCacheDriver } from '~~/server/storage/blob-cache'
import type { BlobDriver } from '~~/server/storage/driver'
import { BlobMissingError } from '~~/server/storage/errors'
import { fsDriver } from '~~/server/storage/fs'
import { describeBlobDriver } from '../../support/data/blob-driver-suite'

const newCache = (maxBytes = 10 * 1024 * 1024) =>
  createMemory(maxBytes)<Buffer>('blob', ({ length }) => length)

const newFolder = () => mkdtemp(join(tmpdir(), 'exhibit-blobs-'))

describeBlobDriver('cached fs', async () => {
  const folder = await newFolder()
  return {
    driver: blobCacheDriver({ driver: fsDriver({ folder }), cache: newCache() }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
})

describe('the blob cache', () => {
  let folder: string
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const put = (driver: BlobDriver, key: string, bytes: number) =>
    driver.writeStream(key, Readable.from([Buffer.alloc(bytes, 1)]), { size: bytes })
  /**
   * Reads the first byte of a blob. The byte is 2 if the driver reads the file again, because the test has
   * changed the file directly.
   */
  const firstByte = async (driver: BlobDriver, key: string) => (await (await driver.open(key)).read(0, 1))[0]
  const change = (key: string, bytes: number) => writeFile(join(folder, key), Buffer.alloc(bytes, 2))

  it('the blob cache serves a small blob from memory, and a large blob from its file', async () => {
    const driver = blobCacheDriver({ driver: fsDriver({ folder }), cache: newCache() })
    for (const [key, bytes, expected] of [
      ['rvs_1/embed-small', 1000, 1],
      ['rvs_1/embed-largest', ONE_PIECE_BYTES, 1],
      ['rvs_1/embed-larger', ONE_PIECE_BYTES + 1, 2],
    ] as const) {
      await put(driver, key, bytes)
      await firstByte(driver, key)
      await change(key, bytes)
      expect(await firstByte(driver, key)).toBe(expected)
    }
  })

  it('the blob cache evicts the least recently read blob when it is full', async () => {
    const driver = blobCacheDriver({ driver: fsDriver({ folder }), cache: newCache(10_000) })
    const keys = Array.from({ length: 9 }, (_, i) => `rvs_1/embed-${i}`)
    const [a = '', b = '', ...others] = keys
    for (const key of keys) await put(driver, key, 1000)
    // The cache has space for eight blobs with their keys.
    for (const key of [a, b, ...others.slice(0, -1), a, ...others.slice(-1)]) await firstByte(driver, key)
    for (const key of keys) await change(key, 1000)
    expect([await firstByte(driver, a), await firstByte(driver, others.at(-1) ?? '')]).toEqual([1, 1])
    expect(await firstByte(driver, b)).toBe(2)
  })

  it('the blob cache opens a blob of known size without calling the driver', async () => {
    const disk = fsDriver({ folder })
    const opened: string[] = []
    const open: BlobDriver['open'] = (key, known) => {
      opened.push(key)
      return disk.open(key, known)
    }
    const driver = blobCacheDriver({ driver: { ...disk, open }, cache: newCache() })
    const key = 'rvs_1/embed-a'
    const read = async (known?: { size?: number }) => (await (await driver.open(key, known)).read(0, 1))[0]
    await put(driver, key, 1000)
    for (const known of [{ size: 1000 }, { size: 1000 }, {}]) expect(await read(known)).toBe(1)
    expect(opened).toHaveLength(1)
    await read()
    // The blob is opened again if the stated size differs from the size of the cached blob.
    await read({ size: 999 })
    expect(opened).toHaveLength(3)
    await driver.removeItem(key)
    await expect(read({ size: 1000 })).rejects.toThrow(BlobMissingError)
  })

  it('the blob cache does not store old bytes if a write ends during a slow read', async () => {
    const disk = fsDriver({ folder })
    const read = Promise.withResolvers<null>()
    const written = Promise.withResolvers<null>()
    const open: BlobDriver['open'] = async key => {
      const source = await disk.open(key)
      return {
        ...source,
        async read(...part) {
          const data = await source.read(...part)
          read.resolve(null)
          await written.promise
          return data
        },
      }
    }
    const driver = blobCacheDriver({ driver: { ...disk, open }, cache: newCache() })
    const key = 'rvs_1/embed-a'
    await put(driver, key, 1000)
    const slow = firstByte(driver, key)
    await read.promise
    await driver.writeStream(key, Readable.from([Buffer.alloc(1000, 3)]), { size: 1000 })
    written.resolve(null)
    expect(await slow).toBe(1)
    expect(await firstByte(driver, key)).toBe(3)
  })
})
