import { mkdir, open, opendir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Creates a folder for the owner alone. Where that made folders, their names are durable too. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first !== undefined) await syncFolders(dirname(first), folder)
}

/**
 * Renames into a folder that is made when missing; a removal next to it may take the empty folder away in
 * between.
 */
export async function publish(unfinished: string, path: string, tries = 3): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await rename(unfinished, path)
  } catch (error) {
    if (!isMissing(error) || tries === 1) throw error
    await publish(unfinished, path, tries - 1)
  }
}

/**
 * Makes the names in a folder durable, and those of the folders above it up to `top`, which somebody else may
 * have made a moment ago. Both paths are absolute. A folder that is gone was removed with what it held.
 */
export async function syncFolders(top: string, folder: string): Promise<void> {
  for (let each = folder; ; each = dirname(each)) {
    await syncFolder(each)
    if (each === top || each === dirname(each)) return
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(orNull)
  if (!handle) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The paths of all files below a folder, but for those in folders that are hidden. */
export async function* filesBelow(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(orNull)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && !entry.name.startsWith('.')) yield* filesBelow(path)
  }
}

/** Whether an error says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Answers null for a missing file or folder, and throws every other error. */
export function orNull(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
