import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobDriver } from '~~/server/storage/driver'
import { fsDriver } from '~~/server/storage/fs'
import { withBlobCache } from '~~/server/storage/blob-cache'
import { describeBlobDriver } from '../../support/blob-driver-suite'

const newFolder = () => mkdtemp(join(tmpdir(), 'exhibit-blobs-'))

describeBlobDriver('fs with hot blobs', async () => {
  const folder = await newFolder()
  return {
    driver: withBlobCache(fsDriver({ folder })),
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
})

describe('the memory of hot blobs', () => {
  let folder: string
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const put = (driver: BlobDriver, key: string, bytes: number) =>
    driver.write(key, Readable.from([Buffer.alloc(bytes, 1)]), { size: bytes })
  /**
   * The first byte, read through a source; 2 where the file was changed behind the driver's back and is read
   * again.
   */
  const look = async (driver: BlobDriver, key: string) => (await (await driver.source(key)).read(0, 1))[0]
  const change = (key: string, bytes: number) => writeFile(join(folder, key), Buffer.alloc(bytes, 2))

  it('answers a small blob read before without its file, and a large one from it', async () => {
    const driver = withBlobCache(fsDriver({ folder }))
    for (const [key, bytes, then] of [
      ['embeds/rvs_1/small', 1000, 1],
      ['embeds/rvs_1/large', 300_000, 2],
    ] as const) {
      await put(driver, key, bytes)
      await look(driver, key)
      await change(key, bytes)
      expect(await look(driver, key)).toBe(then)
    }
  })

  it('keeps the blobs read last, up to its bytes', async () => {
    const driver = withBlobCache(fsDriver({ folder }), 2500)
    const keys = ['embeds/rvs_1/a', 'embeds/rvs_1/b', 'embeds/rvs_1/c']
    for (const key of keys) await put(driver, key, 1000)
    for (const key of ['embeds/rvs_1/a', 'embeds/rvs_1/b', 'embeds/rvs_1/a', 'embeds/rvs_1/c'])
      await look(driver, key)
    for (const key of keys) await change(key, 1000)
    expect([
      await look(driver, keys[0] ?? ''),
      await look(driver, keys[2] ?? ''),
      await look(driver, keys[1] ?? ''),
    ]).toEqual([1, 1, 2])
  })

  it('never brings back old bytes when a write ends during a slow read', async () => {
    const disk = fsDriver({ folder })
    const read = Promise.withResolvers<null>()
    const written = Promise.withResolvers<null>()
    const readRange: BlobDriver['readRange'] = async (...part) => {
      const data = await disk.readRange(...part)
      read.resolve(null)
      await written.promise
      return data
    }
    const driver = withBlobCache({ ...disk, readRange })
    const key = 'embeds/rvs_1/a'
    await put(driver, key, 1000)
    const slow = look(driver, key)
    await read.promise
    await driver.write(key, Readable.from([Buffer.alloc(1000, 3)]), { size: 1000 })
    written.resolve(null)
    expect(await slow).toBe(1)
    expect(await look(driver, key)).toBe(3)
  })
})
