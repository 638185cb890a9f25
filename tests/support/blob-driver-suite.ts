import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createStorage } from 'unstorage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BlobMissingError, BlobSizeError, type BlobDriver } from '~~/server/storage/driver'

/** Every promise of the blob store, tested on whatever driver is given. */
export function describeBlobDriver(
  name: string,
  make: () => Promise<{ driver: BlobDriver; dispose: () => Promise<void> }>,
): void {
  describe(`the ${name} blob driver`, () => {
    let driver: BlobDriver
    let dispose: () => Promise<void>
    beforeEach(async () => {
      ;({ driver, dispose } = await make())
    })
    afterEach(() => dispose())

    const put = (key: string, data: Buffer, size = data.length) =>
      driver.write(key, Readable.from([data]), { size })
    const keys = async () => (await Array.fromAsync(driver.keys())).sort()

    it('gives back what was written, whole and in part', async () => {
      const data = randomBytes(300_000)
      expect(await put('originals/rvs_1/a', data)).toEqual({ bytes: 300_000 })
      expect((await buffer(driver.read('originals/rvs_1/a'))).equals(data)).toBe(true)
      expect(
        (await buffer(driver.read('originals/rvs_1/a', { start: 10, end: 250_000 }))).equals(
          data.subarray(10, 250_000),
        ),
      ).toBe(true)
      expect(
        (await driver.readRange('originals/rvs_1/a', 299_990, 300_000)).equals(data.subarray(299_990)),
      ).toBe(true)
      expect((await buffer(driver.read('originals/rvs_1/a', { start: 5, end: 5 }))).length).toBe(0)
      const source = await driver.source('originals/rvs_1/a')
      expect(source.size).toBe(300_000)
      expect((await source.read(0, 4)).equals(data.subarray(0, 4))).toBe(true)
      expect((await buffer(source.stream({ start: 1, end: 4 }))).equals(data.subarray(1, 4))).toBe(true)
      expect((await buffer(source.stream())).equals(data)).toBe(true)
    })

    it('gives what there is of a part past the end', async () => {
      await put('originals/rvs_1/a', Buffer.from('hello'))
      expect((await driver.readRange('originals/rvs_1/a', 3, 99)).toString()).toBe('lo')
      expect((await buffer(driver.read('originals/rvs_1/a', { start: 3, end: 99 }))).toString()).toBe('lo')
      const source = await driver.source('originals/rvs_1/a')
      expect(Buffer.from(await source.read(3, 99)).toString()).toBe('lo')
      expect(await source.read(9, 8)).toHaveLength(0)
    })

    it('shows a source what was written and removed since', async () => {
      const read = async () => {
        const source = await driver.source('embeds/rvs_1/a')
        return String(await source.read(0, source.size))
      }
      await put('embeds/rvs_1/a', Buffer.from('first'))
      expect(await read()).toBe('first')
      await put('embeds/rvs_1/a', Buffer.from('other'))
      expect(await read()).toBe('other')
      await driver.remove('embeds/rvs_1/a')
      await expect(read()).rejects.toThrow(BlobMissingError)
    })

    it('knows size and time of a blob, and nothing of a missing one', async () => {
      const before = Date.now()
      await put('embeds/rvs_1/a', Buffer.from('hello'))
      const found = await driver.stat('embeds/rvs_1/a')
      expect(found?.bytes).toBe(5)
      expect(found?.modifiedAt).toBeGreaterThan(before - 2000)
      expect(await driver.stat('embeds/rvs_1/b')).toBeNull()
      await expect(driver.source('embeds/rvs_1/b')).rejects.toThrow(BlobMissingError)
      await expect(driver.readRange('embeds/rvs_1/b', 0, 1)).rejects.toThrow(BlobMissingError)
      await expect(buffer(driver.read('embeds/rvs_1/b'))).rejects.toThrow(BlobMissingError)
    })

    it('stores nothing when there are too few or too many bytes', async () => {
      const short = await put('originals/rvs_1/a', Buffer.alloc(99), 100).catch((error: unknown) => error)
      expect(short).toBeInstanceOf(BlobSizeError)
      expect(short).toMatchObject({ expected: 100, received: 99, kind: 'short' })
      const long = await put('originals/rvs_1/a', Buffer.alloc(101), 100).catch((error: unknown) => error)
      expect(long).toBeInstanceOf(BlobSizeError)
      expect(long).toMatchObject({ expected: 100, received: 101, kind: 'long' })
      expect(await keys()).toEqual([])
      expect(await driver.sweepTemporary(0)).toBe(0)
    })

    it('stops reading a source as soon as it is too long', async () => {
      let given = 0
      const endless = Readable.from(
        (function* () {
          for (;;) {
            given += 65_536
            yield Buffer.alloc(65_536)
          }
        })(),
      )
      await expect(driver.write('originals/rvs_1/a', endless, { size: 1_000_000 })).rejects.toThrow(
        BlobSizeError,
      )
      expect(given).toBeLessThan(10_000_000)
      expect(endless.destroyed).toBe(true)
    })

    it('stores nothing when the source breaks, and leaves an earlier blob as it was', async () => {
      await put('originals/rvs_1/a', Buffer.from('first'))
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(10)
          throw new Error('line cut')
        })(),
      )
      await expect(driver.write('originals/rvs_1/a', broken, { size: 20 })).rejects.toThrow('line cut')
      expect((await buffer(driver.read('originals/rvs_1/a'))).toString()).toBe('first')
      expect(await driver.sweepTemporary(0)).toBe(0)
    })

    it('is never torn by writes of one key at once', async () => {
      const versions = Array.from({ length: 8 }, (_, i) => Buffer.alloc(200_000, i))
      await Promise.all(versions.map(data => put('originals/rvs_1/a', data)))
      const kept = await buffer(driver.read('originals/rvs_1/a'))
      expect(versions.some(data => data.equals(kept))).toBe(true)
    })

    it('keeps writing beside removals of neighbours', async () => {
      await Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          await put(`originals/rvs_1/n${i}`, Buffer.from('x'))
          if (i % 2) await driver.remove(`originals/rvs_1/n${i}`)
        }),
      )
      expect(await keys()).toHaveLength(30)
    })

    it('removes, also what is not there', async () => {
      await put('originals/rvs_1/a', Buffer.from('x'))
      await driver.remove('originals/rvs_1/a')
      await driver.remove('originals/rvs_1/a')
      expect(await driver.stat('originals/rvs_1/a')).toBeNull()
    })

    it('lists keys below a prefix', async () => {
      for (const key of ['originals/rvs_1/a', 'originals/rvs_2/b', 'embeds/rvs_1/c'])
        await put(key, Buffer.from('x'))
      expect((await Array.fromAsync(driver.keys('originals/'))).sort()).toEqual([
        'originals/rvs_1/a',
        'originals/rvs_2/b',
      ])
      expect(await Array.fromAsync(driver.keys('originals/rvs_2'))).toEqual(['originals/rvs_2/b'])
      expect(await Array.fromAsync(driver.keys('orig'))).toHaveLength(2)
      expect(await Array.fromAsync(driver.keys('../'))).toEqual([])
      expect(await keys()).toHaveLength(3)
    })

    it.each([
      '../a',
      '/etc/passwd',
      'originals/../../a',
      'originals/a\0b',
      'originals',
      '',
      'a//b',
      'a/.b',
      'originals/a.b',
    ])('refuses the key %j', async key => {
      await expect(async () => put(key, Buffer.from('x'))).rejects.toThrow('not a blob key')
    })

    it('can be mounted in unstorage', async () => {
      const storage = createStorage({ driver })
      await put('embeds/rvs_1/a', Buffer.from('hello'))
      expect(await storage.hasItem('embeds:rvs_1:a')).toBe(true)
      expect(await storage.getItem('embeds:rvs_1:a')).toBe('hello')
      await storage.setItemRaw('embeds:rvs_1:a', Buffer.from([1, 2, 3]))
      expect(await storage.getItemRaw('embeds:rvs_1:a')).toEqual(Buffer.from([1, 2, 3]))
      await storage.setItem('embeds:rvs_1:b', 'words')
      expect((await storage.getMeta('embeds:rvs_1:b')).size).toBe(5)
      expect((await storage.getKeys()).sort()).toEqual(['embeds:rvs_1:a', 'embeds:rvs_1:b'])
      await storage.removeItem('embeds:rvs_1:a')
      expect(await storage.getItem('embeds:rvs_1:a')).toBeNull()
      expect(await storage.getItemRaw('embeds:rvs_1:a')).toBeNull()
    })
  })
}
