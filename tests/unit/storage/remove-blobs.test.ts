import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { blobs, createBlobStorage, startBlobs } from '~~/server/storage/blobs'
import { fsDriver } from '~~/server/storage/fs'
import { removeUnnamed } from '~~/server/storage/remove-blobs'

it('a blob that cannot be removed is logged, and the others are removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-blobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('AUTH_SECRET', 'a secret of at least thirty-two characters')
  onTestFinished(() => void vi.unstubAllEnvs())
  startBlobs(createBlobStorage(fsDriver({ folder: join(folder, 'blobs') })))
  const keys = ['rvs_1/embed-a', 'rvs_1/embed-b', 'rvs_2/embed-c']
  for (const key of keys) await blobs().setItemRaw(key, Buffer.from('bytes'))
  // A folder cannot be removed like a file.
  await rm(join(folder, 'blobs/rvs_1/embed-b'))
  await mkdir(join(folder, 'blobs/rvs_1/embed-b'))
  await writeFile(join(folder, 'blobs/rvs_1/embed-b/file'), '')
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await removeUnnamed(keys)
  expect(printed.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
    { level: 'warn', key: 'rvs_1/embed-b', error: expect.stringContaining('EISDIR') },
  ])
  expect(await Promise.all(keys.map(key => blobs().hasItem(key)))).toEqual([false, false, false])
})
