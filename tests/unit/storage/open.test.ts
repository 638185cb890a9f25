import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openBlobs } from '~~/server/storage/open'

describe('openBlobs', () => {
  it.each(['path', 'file address'])('stores in the folder that a %s names', async kind => {
    const folder = await mkdtemp(join(tmpdir(), 'exhibit blobs-'))
    const blobs = openBlobs(kind === 'path' ? folder : pathToFileURL(folder).href)
    await blobs.setItemRaw('rvs_1/original-a', Buffer.from('x'))
    expect((await stat(join(folder, 'rvs_1/original-a'))).size).toBe(1)
    await rm(folder, { recursive: true })
  })

  it.each([
    ['ftp://host/blobs', 'BLOB_URL: there is no driver for ftp:'],
    ['s3://bucket', 'BLOB_URL: there is no driver for s3:'],
    ['file:blobs', 'BLOB_URL: file:blobs names no absolute path; write file:///folder'],
    ['file://blobs', 'BLOB_URL: file://blobs names no absolute path'],
  ])('rejects %s with one clear line', (url, message) => {
    expect(() => openBlobs(url)).toThrow(message)
  })
})
