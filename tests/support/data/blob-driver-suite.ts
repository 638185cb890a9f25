import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBlobStorage, type BlobStorage } from '~~/server/storage/blobs'
import type { BlobDriver } from '~~/server/storage/driver'
import { BlobMissingError, BlobSizeError } from '~~/server/storage/errors'

/** Tests all guarantees of server/storage/driver.ts with a driver. */
export function describeBlobDriver(
  name: string,
  make: () => Promise<{ driver: BlobDriver; dispose: () => Promise<void> }>,
): void {
  describe(`the ${name} blob driver`, () => {
    let blobs: BlobStorage
    let dispose: () => Promise<void>
    beforeEach(async () => {
      const made = await make()
      blobs = createBlobStorage(made.driver)
      dispose = made.dispose
    })
    afterEach(() => dispose())

    const put = (key: string, data: Buffer, size = data.length) =>
      blobs.writeStream(key, Readable.from([data]), { size })
    const contentOf = async (key: string) => buffer((await blobs.open(key)).stream())
    const keys = async (prefix?: string) =>
      (await Array.fromAsync(blobs.list(prefix))).map(each => each.key).sort()

    it('the check of a blob driver succeeds if its store responds', async () => {
      await expect(blobs.check()).resolves.toBeUndefined()
    })

    it('the blob driver returns the bytes that were written, as a whole and in parts', async () => {
      const data = randomBytes(300_000)
      await put('rvs_1/original-a', data)
      const source = await blobs.open('rvs_1/original-a')
      expect(source.size).toBe(300_000)
      expect((await buffer(source.stream())).equals(data)).toBe(true)
      const part = await buffer(source.stream({ start: 10, end: 250_000 }))
      expect(part.equals(data.subarray(10, 250_000))).toBe(true)
      expect((await source.read(299_990, 300_000)).equals(data.subarray(299_990))).toBe(true)
      expect(await source.read(5, 5)).toHaveLength(0)
      expect(await buffer(source.stream({ start: 5, end: 5 }))).toHaveLength(0)
    })

    it('reading a part of a blob that extends past its end returns only the available bytes', async () => {
      await put('rvs_1/original-a', Buffer.from('hello'))
      const source = await blobs.open('rvs_1/original-a')
      expect(String(await source.read(3, 99))).toBe('lo')
      expect(String(await buffer(source.stream({ start: 3, end: 99 })))).toBe('lo')
      expect(await source.read(9, 8)).toHaveLength(0)
    })

    it('the blob driver opens the last version of a blob, and throws once the blob is removed', async () => {
      const read = async () => {
        const source = await blobs.open('rvs_1/embed-a')
        return String(await source.read(0, source.size))
      }
      await put('rvs_1/embed-a', Buffer.from('first'))
      expect(await read()).toBe('first')
      await put('rvs_1/embed-a', Buffer.from('other'))
      expect(await read()).toBe('other')
      await blobs.setItemRaw('rvs_1/embed-a', Buffer.from('third'))
      expect(await read()).toBe('third')
      await blobs.removeItem('rvs_1/embed-a')
      await expect(read()).rejects.toThrow(BlobMissingError)
    })

    it('reading an open blob after its removal returns its bytes or reports that it is missing', async () => {
      await put('rvs_1/original-a', Buffer.from('hello'))
      const source = await blobs.open('rvs_1/original-a')
      await blobs.removeItem('rvs_1/original-a')
      const outcome = (read: Promise<Buffer>) =>
        read.then(String, (error: unknown) => (error instanceof BlobMissingError ? 'missing' : error))
      expect(['hello', 'missing']).toContain(await outcome(source.read(0, 5)))
      expect(['hello', 'missing']).toContain(await outcome(buffer(source.stream())))
    })

    it('if `open` gets the size of a blob, only a read reports that the blob is missing', async () => {
      await put('rvs_1/embed-a', Buffer.from('hello'))
      for (const known of [{ size: 5 }, {}]) {
        const source = await blobs.open('rvs_1/embed-a', known)
        expect(source.size).toBe(5)
        expect(String(await source.read(1, 4))).toBe('ell')
        expect(String(await buffer(source.stream()))).toBe('hello')
      }
      const missing = () => blobs.open('rvs_1/embed-missing', { size: 5 })
      await expect(missing().then(source => source.read(0, 5))).rejects.toThrow(BlobMissingError)
      await expect(missing().then(source => buffer(source.stream()))).rejects.toThrow(BlobMissingError)
    })

    it('the blob driver reads a blob whose key is in the format of an earlier release', async () => {
      await put('originals/rvs_1/0123456789abcdef01', Buffer.from('hello'))
      expect(String(await contentOf('originals/rvs_1/0123456789abcdef01'))).toBe('hello')
      expect(await keys('originals/rvs_1/')).toEqual(['originals/rvs_1/0123456789abcdef01'])
    })

    it('the blob driver stores nothing if a source has fewer or more bytes than announced', async () => {
      const short = await put('rvs_1/original-a', Buffer.alloc(99), 100).catch((error: unknown) => error)
      expect(short).toBeInstanceOf(BlobSizeError)
      expect(short).toMatchObject({ expected: 100, received: 99, kind: 'short' })
      const long = await put('rvs_1/original-a', Buffer.alloc(101), 100).catch((error: unknown) => error)
      expect(long).toBeInstanceOf(BlobSizeError)
      expect(long).toMatchObject({ expected: 100, received: 101, kind: 'long' })
      expect(await keys()).toEqual([])
      expect(await blobs.removeUnfinished(0)).toBe(0)
    })

    it('the blob driver stops reading a source as soon as the source is too long', async () => {
      let given = 0
      const endless = Readable.from(
        (function* () {
          for (;;) {
            given += 65_536
            yield Buffer.alloc(65_536)
          }
        })(),
      )
      await expect(blobs.writeStream('rvs_1/original-a', endless, { size: 1_000_000 })).rejects.toThrow(
        BlobSizeError,
      )
      expect(given).toBeLessThan(10_000_000)
      expect(endless.destroyed).toBe(true)
    })

    it('if a source fails, the blob driver stores nothing and keeps the earlier blob', async () => {
      await put('rvs_1/original-a', Buffer.from('first'))
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(10)
          throw new Error('line cut')
        })(),
      )
      await expect(blobs.writeStream('rvs_1/original-a', broken, { size: 20 })).rejects.toThrow('line cut')
      expect(String(await contentOf('rvs_1/original-a'))).toBe('first')
      expect(await blobs.removeUnfinished(0)).toBe(0)
    })

    it('several concurrent writes of one blob key leave one complete version', async () => {
      const versions = Array.from({ length: 8 }, (_, i) => Buffer.alloc(200_000, i))
      await Promise.all(versions.map(data => put('rvs_1/original-a', data)))
      const stored = await contentOf('rvs_1/original-a')
      expect(versions.some(data => data.equals(stored))).toBe(true)
    })

    it('the blob driver can write while blobs of the same revision are removed', async () => {
      await Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          await put(`rvs_1/original-n${i}`, Buffer.from('x'))
          if (i % 2) await blobs.removeItem(`rvs_1/original-n${i}`)
        }),
      )
      expect(await keys()).toHaveLength(30)
    })

    it('the blob driver removes a blob, and ignores the removal of a missing blob', async () => {
      await put('rvs_1/original-a', Buffer.from('x'))
      await blobs.removeItem('rvs_1/original-a')
      await blobs.removeItem('rvs_1/original-a')
      expect(await blobs.hasItem('rvs_1/original-a')).toBe(false)
      await expect(blobs.open('rvs_1/original-a')).rejects.toThrow(BlobMissingError)
    })

    it('the blob driver lists the key, size and time of each blob below a prefix', async () => {
      const before = Date.now()
      for (const key of ['rvs_1/original-a', 'rvs_2/original-b', 'rvs_2/embed-c'])
        await put(key, Buffer.from(key))
      const [entry, ...others] = await Array.fromAsync(blobs.list('rvs_1/'))
      expect(entry).toEqual({ key: 'rvs_1/original-a', bytes: 16, modifiedAt: expect.any(Number) })
      expect(others).toEqual([])
      // Allows a difference of two seconds, because file systems and object stores round times.
      expect(entry?.modifiedAt).toBeGreaterThan(before - 2000)
      expect(entry?.modifiedAt).toBeLessThan(Date.now() + 2000)
      expect(await keys('rvs_2/')).toEqual(['rvs_2/embed-c', 'rvs_2/original-b'])
      expect(await keys('rvs_2/or')).toEqual(['rvs_2/original-b'])
      expect(await keys('rvs')).toHaveLength(3)
      expect(await keys('rvs_3/')).toEqual([])
      expect(await keys('../')).toEqual([])
      expect(await keys()).toHaveLength(3)
    })

    it('the blob driver can list blobs while blobs are removed', async () => {
      for (let i = 0; i < 40; i++) await put(`rvs_${i}/original-a`, Buffer.from('x'))
      for await (const { key } of blobs.list()) await blobs.removeItem(key)
      expect(await keys()).toEqual([])
    })

    it.each([
      '../a',
      '/etc/passwd',
      'rvs_1/../../a',
      'rvs_1/a\0b',
      'rvs_1',
      '',
      'a//b',
      'a/.b',
      'rvs_1/original-a.b',
    ])('the blob driver rejects the key %j', async key => {
      await expect(async () => put(key, Buffer.from('x'))).rejects.toThrow('not a blob key')
      await expect(async () => blobs.open(key)).rejects.toThrow('not a blob key')
    })

    it('the blob driver reads and writes whole values with the methods of unstorage', async () => {
      await put('rvs_1/embed-a', Buffer.from('hello'))
      expect(await blobs.hasItem('rvs_1:embed-a')).toBe(true)
      expect(await blobs.getItem('rvs_1/embed-a')).toBe('hello')
      await blobs.setItemRaw('rvs_1/embed-a', Buffer.from([1, 2, 3]))
      expect(await contentOf('rvs_1/embed-a')).toEqual(Buffer.from([1, 2, 3]))
      expect(await blobs.getItemRaw('rvs_1:embed-a')).toEqual(Buffer.from([1, 2, 3]))
      await blobs.setItem('rvs_1/embed-b', 'text')
      expect(await blobs.getMeta('rvs_1/embed-b')).toEqual({ size: 4, mtime: expect.any(Date) })
      expect((await blobs.getKeys()).sort()).toEqual(['rvs_1:embed-a', 'rvs_1:embed-b'])
      expect(await blobs.getKeys('rvs_2')).toEqual([])
      await blobs.removeItem('rvs_1:embed-a')
      expect(await blobs.getItem('rvs_1/embed-a')).toBeNull()
      expect(await blobs.getItemRaw('rvs_1/embed-a')).toBeNull()
    })
  })
}
