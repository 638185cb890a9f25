import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openBlobs } from '~~/server/storage/open'

describe('openBlobs', () => {
  it.each(['path', 'file address'])('stores in the folder a %s names', async kind => {
    const folder = await mkdtemp(join(tmpdir(), 'exhibit blobs-'))
    const driver = openBlobs(kind === 'path' ? folder : pathToFileURL(folder).href)
    await driver.write('originals/rvs_1/a', Readable.from(['x']), { size: 1 })
    expect((await stat(join(folder, 'originals/rvs_1/a'))).size).toBe(1)
    await rm(folder, { recursive: true })
  })

  it.each([
    ['ftp://host/blobs', 'BLOB_URL: there is no driver for ftp:'],
    ['s3://bucket', 'BLOB_URL: there is no driver for s3:'],
    ['file:blobs', 'BLOB_URL: file:blobs names no absolute path; write file:///folder'],
    ['file://blobs', 'BLOB_URL: file://blobs names no absolute path'],
  ])('refuses %s in one clear line', (url, message) => {
    expect(() => openBlobs(url)).toThrow(message)
  })
})
