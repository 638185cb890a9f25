import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestServer } from './server'

/** Returns the paths of all files in the blob folder of a server, relative to it, sorted. */
export async function storedFiles({ dataDir }: TestServer): Promise<string[]> {
  const blobs = join(dataDir, 'blobs')
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(blobs.length + 1))
    .sort()
}

/** Returns the paths of the files that are stored for a revision. */
export async function storedFilesOf(server: TestServer, revisionId: string): Promise<string[]> {
  return (await storedFiles(server)).filter(path => path.includes(revisionId))
}
