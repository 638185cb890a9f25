import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The blobs of a server under test, as files that a test can read and damage. */
export interface StoredBlobs {
  /** Lists the keys of all blobs, sorted. */
  list: () => Promise<string[]>
  /** Lists the files of blobs that are still being received. */
  unfinished: () => Promise<string[]>
  read: (key: string) => Promise<Buffer>
  /** Stores a blob as the server does. */
  write: (key: string, data: string) => Promise<void>
  rename: (from: string, to: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** Sets the time at which a blob was stored. */
  setTime: (key: string, time: Date) => Promise<void>
}

/**
 * Returns the blobs that are stored as files in a folder. `unfinished` is the folder of unfinished blobs.
 * Each blob has one file for each entry of `suffixes`, with which the file name ends. The first file contains
 * the bytes.
 */
export function blobsInFolder(
  folder: string,
  unfinished: string,
  suffixes: readonly [string, ...string[]] = [''],
): StoredBlobs {
  const [ofBytes] = suffixes
  const filesOf = (key: string) => suffixes.map(suffix => join(folder, key + suffix))
  const fileOf = (key: string) => join(folder, key + ofBytes)
  return {
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries
        .filter(entry => entry.isFile() && entry.name.endsWith(ofBytes))
        .map(entry =>
          join(entry.parentPath, entry.name).slice(folder.length + 1, -ofBytes.length || undefined),
        )
        .sort()
    },
    unfinished: () => readdir(unfinished).catch(() => []),
    read: key => readFile(fileOf(key)),
    async write(key, data) {
      await mkdir(dirname(fileOf(key)), { recursive: true })
      await writeFile(fileOf(key), data)
    },
    async rename(from, to) {
      await mkdir(dirname(fileOf(to)), { recursive: true })
      for (const suffix of suffixes) await rename(join(folder, from + suffix), join(folder, to + suffix))
    },
    async remove(key) {
      for (const file of filesOf(key)) await rm(file, { force: true })
    },
    setTime: (key, time) => utimes(fileOf(key), time, time),
  }
}
