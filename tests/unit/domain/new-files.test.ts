import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, write } from '~~/server/db'
import { artifact, review, revision } from '~~/server/db/schema'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { rejectRevision } from '~~/server/domain/upload/reject-revision'
import { UnavailableError } from '~~/server/errors/unavailable'
import { blobs, createBlobStorage, startBlobs } from '~~/server/storage/blobs'
import { fsDriver } from '~~/server/storage/fs'
import { newBlobKey } from '~~/server/storage/keys'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-files-'))
let seeded: SeededDatabase

beforeAll(async () => {
  process.env.DATA_DIR = folder
  seeded = await seedDatabase()
  startBlobs(createBlobStorage(fsDriver({ folder })))
})
afterAll(async () => {
  await seeded.remove()
  rmSync(folder, { recursive: true })
})

/** Stores a new file. Returns its key. */
async function storeFile(ownerId = 'rvs_1') {
  const key = newBlobKey(ownerId, 'original')
  await blobs().setItemRaw(key, Buffer.from('x'))
  return key
}
const isStored = (key: string) => blobs().hasItem(key)

describe('the new files of a write', () => {
  it('the new files of a successful write remain stored', async () => {
    const key = await storeFile()
    expect(await withNewFiles([key], async () => 'done')).toBe('done')
    expect(await isStored(key)).toBe(true)
  })

  it('the new files of a failed write are deleted', async () => {
    const key = await storeFile()
    const error = new Error('refused')
    await expect(withNewFiles([key], () => Promise.reject(error))).rejects.toBe(error)
    expect(await isStored(key)).toBe(false)
  })

  it('a failed write throws its own error even if its new files cannot be deleted', async () => {
    const key = await storeFile()
    // A folder cannot be deleted like a file.
    rmSync(join(folder, key))
    mkdirSync(join(folder, key, 'content'), { recursive: true })
    const error = new Error('refused')
    await expect(withNewFiles([key], () => Promise.reject(error))).rejects.toBe(error)
  })

  it('the new files stay if the database did not respond, since the write may be committed', async () => {
    const key = await storeFile()
    const error = new UnavailableError('database', new Error('Connection terminated'))
    await expect(withNewFiles([key], () => Promise.reject(error))).rejects.toBe(error)
    expect(await isStored(key)).toBe(true)
  })
})

describe('rejectRevision', () => {
  /** Inserts a revision with a stored file. Returns the key of the file. */
  async function insertRevision(id: string, completedAt: number | null) {
    const key = await storeFile(id)
    const times = { createdAt: 1, updatedAt: 1 }
    await write(async tx => {
      await tx
        .insert(review)
        .values({ id, projectId: 'prj_1', workspaceId: 'ws_1', title: id, status: 'open', ...times })
      await tx
        .insert(artifact)
        .values({ id, reviewId: id, kind: 'image', title: id, status: 'ready', nextIndex: 2, ...times })
      await tx.insert(revision).values({
        id,
        artifactId: id,
        index: 1,
        mime: 'image/png',
        bytes: 1,
        originalKey: key,
        completedAt,
        createdAt: 1,
      })
    })
    return key
  }
  const rows = async () => (await db.select({ id: revision.id }).from(revision)).map(({ id }) => id)

  it('rejectRevision deletes an incomplete revision with its files', async () => {
    const key = await insertRevision('rvs_2', null)
    await rejectRevision(seeded.agent, 'rvs_2', 'rvs_2')
    expect([await rows(), await isStored(key)]).toEqual([[], false])
  })

  it('rejectRevision keeps the files of a revision that another call has completed', async () => {
    const key = await insertRevision('rvs_3', 2)
    await rejectRevision(seeded.agent, 'rvs_3', 'rvs_3')
    expect([await rows(), await isStored(key)]).toEqual([['rvs_3'], true])
  })
})
