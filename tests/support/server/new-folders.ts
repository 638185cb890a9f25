import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/**
 * Creates a folder that is deleted after the tests of a file. Returns a function that returns the path of a
 * new folder in it. This new folder does not exist yet.
 */
export async function newFolders(name: string) {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), `exhibit-${name}-`))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  let count = 0
  return { folder, newFolder: () => join(folder, `folder-${(count += 1)}`) }
}
