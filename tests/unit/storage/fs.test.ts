import { mkdtemp, readdir, rm, stat, utimes, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { fsDriver } from '~~/server/storage/fs'
import { openBlobs } from '~~/server/storage/open'
import { describeBlobDriver } from '../../support/blob-driver-suite'

const newFolder = () => mkdtemp(join(tmpdir(), 'exhibit-blobs-'))

describeBlobDriver('fs', async () => {
  const folder = await newFolder()
  return { driver: fsDriver({ folder }), dispose: () => rm(folder, { recursive: true, force: true }) }
})

describe('the fs blob driver on its disk', () => {
  it('leaves no descriptor open after 200 aborted reads', async () => {
    const folder = await newFolder()
    const driver = fsDriver({ folder })
    await driver.write('originals/rvs_1/a', Readable.from([Buffer.alloc(8_000_000)]), { size: 8_000_000 })
    const open = async () => (await readdir('/proc/self/fd')).length
    const before = await open()
    await Promise.all(Array.from({ length: 200 }, () => new Promise<void>((resolve) => {
      const stream = driver.read('originals/rvs_1/a')
      stream.once('data', () => stream.destroy())
      stream.once('close', () => resolve())
    })))
    expect(await open()).toBeLessThanOrEqual(before + 2)
    await rm(folder, { recursive: true })
  })

  it('sweeps what unfinished writes left behind, once it is old enough, and nothing else', async () => {
    const folder = await newFolder()
    const driver = fsDriver({ folder })
    await driver.write('originals/rvs_1/a', Readable.from(['x']), { size: 1 })
    await mkdir(join(folder, '.temporary'), { recursive: true })
    const abandoned = join(folder, '.temporary', 'abandoned')
    await writeFile(abandoned, 'half')
    expect(await driver.sweepTemporary(3_600_000)).toBe(0)
    await utimes(abandoned, new Date(0), new Date(0))
    expect(await driver.sweepTemporary(3_600_000)).toBe(1)
    expect(await Array.fromAsync(driver.keys())).toEqual(['originals/rvs_1/a'])
    await rm(folder, { recursive: true })
  })

  it('keeps files to the owner', async () => {
    const folder = await newFolder()
    await fsDriver({ folder }).write('originals/rvs_1/a', Readable.from(['x']), { size: 1 })
    expect((await stat(join(folder, 'originals/rvs_1/a'))).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })
})

describe('openBlobs', () => {
  it('opens a path and a file address, and names an unknown scheme', () => {
    expect(openBlobs('/tmp/blobs').name).toBe('exhibit-fs')
    expect(openBlobs('file:///tmp/blobs').name).toBe('exhibit-fs')
    expect(() => openBlobs('ftp://host/blobs')).toThrow('BLOB_URL: there is no driver for ftp:')
  })
})
