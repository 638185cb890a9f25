import { mkdir, open, opendir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Creates a folder that only its owner can read, and its parents. The new folders survive a power loss. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first !== undefined) await syncFolders(dirname(first), folder)
}

/**
 * Renames a finished file to its final path. First creates the folder of this path. Another call may delete
 * this folder while it is still empty; in this case, creates it again and retries.
 */
export async function renameIntoPlace(unfinished: string, path: string, tries = 3): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await rename(unfinished, path)
  } catch (error) {
    if (!isMissing(error) || tries === 1) throw error
    await renameIntoPlace(unfinished, path, tries - 1)
  }
}

/**
 * Syncs a folder and its parents up to `top`, so that the names of new files and folders in them survive a
 * power loss. Also syncs the parents that a concurrent call created. Skips folders that another process
 * removed. Both paths must be absolute.
 */
export async function syncFolders(top: string, folder: string): Promise<void> {
  for (let each = folder; ; each = dirname(each)) {
    await syncFolder(each)
    if (each === top || each === dirname(each)) return
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(nullIfMissing)
  if (!handle) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

interface FoundFile {
  path: string
  size: number
  mtimeMs: number
}

/**
 * Yields all files in a folder and its subfolders, except hidden subfolders. Yields nothing if the folder is
 * missing.
 */
export async function* filesBelow(folder: string): AsyncIterable<FoundFile> {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* filesBelow(path)
    if (!entry.isFile()) continue
    const found = await stat(path).catch(nullIfMissing)
    if (found) yield { path, size: found.size, mtimeMs: found.mtimeMs }
  }
}

/** Returns whether an error means that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * For use in `catch`: returns null if the error means that a file or folder does not exist. Throws every
 * other error.
 */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
