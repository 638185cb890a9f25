import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The prefix of the names of temporary folders. {@link removeStaleFolders} uses it to find folders that a
 * crash left.
 */
const PREFIX = 'exhibit-media-'

/**
 * The folders that this process is using. They are never removed as remains of a crash, even if the clock of
 * the machine was set forward.
 */
const used = new Set<string>()

/** A temporary folder that only its owner can read. */
export interface WorkFolder {
  path: string
  /** Deletes the folder and its files. */
  remove: () => Promise<void>
}

/** Creates a temporary folder. The caller must remove it. */
export async function makeWorkFolder(): Promise<WorkFolder> {
  const path = join(tmpdir(), `${PREFIX}${randomUUID()}`)
  const remove = async () => {
    await rm(path, { recursive: true, force: true })
    used.delete(path)
  }
  used.add(path)
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    used.delete(path)
    throw error
  }
  return { path, remove }
}

/** Runs a function with a temporary folder, and removes the folder afterwards. */
export async function withWorkFolder<T>(run: (path: string) => Promise<T>): Promise<T> {
  const { path, remove } = await makeWorkFolder()
  try {
    return await run(path)
  } finally {
    await remove()
  }
}

/**
 * Removes the temporary folders that this process is using. Call it when the process exits: the files of
 * uploads that are being processed are not read any more, and a caller may have asked to redact them.
 */
export function removeUsedFolders(): void {
  for (const path of used) rmSync(path, { recursive: true, force: true })
}

/**
 * Removes temporary folders that a crash left, if they were last changed before the time `before` (in epoch
 * milliseconds). Returns the number of removed folders.
 */
export async function removeStaleFolders(before: number): Promise<number> {
  const names = (await readdir(tmpdir())).filter(name => name.startsWith(PREFIX))
  let removed = 0
  for (const name of names) {
    const path = join(tmpdir(), name)
    const found = used.has(path) ? null : await stat(path).catch(() => null)
    if (!found || found.mtimeMs >= before) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}
