import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BlobMissingError, BlobSizeError, type BlobDriver } from '~~/server/storage/driver'

/** Every promise of the blob store, tested on whatever driver is given. */
export function describeBlobDriver(name: string, make: () => Promise<{ driver: BlobDriver, dispose: () => Promise<void> }>): void {
  describe(`the ${name} blob driver`, () => {
    let driver: BlobDriver
    let dispose: () => Promise<void>
    beforeEach(async () => { ({ driver, dispose } = await make()) })
    afterEach(() => dispose())

    const put = (key: string, data: Buffer, size = data.length) => driver.write(key, Readable.from([data]), { size })
    const keys = async () => (await Array.fromAsync(driver.keys())).sort()

    it('gives back what was written, whole and in part', async () => {
      const data = randomBytes(300_000)
      await put('originals/rvs_1/a', data)
      expect((await buffer(driver.read('originals/rvs_1/a'))).equals(data)).toBe(true)
      expect((await buffer(driver.read('originals/rvs_1/a', { start: 10, end: 250_000 }))).equals(data.subarray(10, 250_000))).toBe(true)
      expect((await driver.readRange('originals/rvs_1/a', 299_990, 300_000)).equals(data.subarray(299_990))).toBe(true)
      expect((await buffer(driver.read('originals/rvs_1/a', { start: 5, end: 5 }))).length).toBe(0)
      const source = await driver.source('originals/rvs_1/a')
      expect(source.size).toBe(300_000)
      expect((await source.read(0, 4)).equals(data.subarray(0, 4))).toBe(true)
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
    })

    it('stores nothing when there are too few or too many bytes', async () => {
      const short = await put('originals/rvs_1/a', Buffer.alloc(99), 100).catch((error: unknown) => error)
      expect(short).toBeInstanceOf(BlobSizeError)
      expect(short).toMatchObject({ expected: 100, received: 99 })
      await expect(put('originals/rvs_1/a', Buffer.alloc(101), 100)).rejects.toThrow(BlobSizeError)
      expect(await keys()).toEqual([])
    })

    it('stops reading a source as soon as it is too long', async () => {
      let given = 0
      const endless = Readable.from((function* () {
        for (;;) { given += 65_536; yield Buffer.alloc(65_536) }
      })())
      await expect(driver.write('originals/rvs_1/a', endless, { size: 1_000_000 })).rejects.toThrow(BlobSizeError)
      expect(given).toBeLessThan(10_000_000)
      expect(endless.destroyed).toBe(true)
    })

    it('stores nothing when the source breaks, and leaves an earlier blob as it was', async () => {
      await put('originals/rvs_1/a', Buffer.from('first'))
      const broken = Readable.from((function* () { yield Buffer.alloc(10); throw new Error('line cut') })())
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
      await Promise.all(Array.from({ length: 60 }, async (_, i) => {
        await put(`originals/rvs_1/n${i}`, Buffer.from('x'))
        if (i % 2) await driver.remove(`originals/rvs_1/n${i}`)
      }))
      expect(await keys()).toHaveLength(30)
    })

    it('removes, also what is not there', async () => {
      await put('originals/rvs_1/a', Buffer.from('x'))
      await driver.remove('originals/rvs_1/a')
      await driver.remove('originals/rvs_1/a')
      expect(await driver.stat('originals/rvs_1/a')).toBeNull()
    })

    it('lists keys below a prefix', async () => {
      for (const key of ['originals/rvs_1/a', 'originals/rvs_2/b', 'embeds/rvs_1/c']) await put(key, Buffer.from('x'))
      expect((await Array.fromAsync(driver.keys('originals/'))).sort()).toEqual(['originals/rvs_1/a', 'originals/rvs_2/b'])
      expect(await keys()).toHaveLength(3)
    })

    it.each(['../a', '/etc/passwd', 'originals/../../a', 'originals/a\0b', 'originals', '', 'a//b', 'a/.b', 'originals/a.b'])('refuses the key %j', async (key) => {
      await expect(async () => put(key, Buffer.from('x'))).rejects.toThrow('not a blob key')
    })

    it('serves unstorage as well', async () => {
      await put('embeds/rvs_1/a', Buffer.from('hello'))
      expect(await driver.hasItem('embeds:rvs_1:a', {})).toBe(true)
      expect(String(await driver.getItem('embeds:rvs_1:a'))).toBe('hello')
      expect(await driver.getKeys('', {})).toEqual(['embeds/rvs_1/a'])
    })
  })
}
