import { randomUUID } from 'node:crypto'
import { access, constants, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readRange, type ByteSource } from '../bytes/byte-source'
import { isOutOfSpace } from '../errors/out-of-space'
import { defineBlobDriver, type BlobEntry, type ExpectedBytes, type KnownBlob } from './driver'
import { BlobMissingError, BlobSpaceError } from './errors'
import { ExactSize } from './exact-size'
import { CHUNK_BYTES, createBlobReadStream, createSyncedFile } from './file-streams'
import { filesBelow, nullIfMissing, renameIntoPlace, syncFolders } from './folders'
import { assertBlobKey, isBlobKey } from './keys'
import { createOpenFiles, type FileReader } from './open-files'

/** The folder of unfinished writes, on the same file system as the blobs, so that a rename is atomic. */
const TEMPORARY = '.temporary'

/**
 * Stores blobs as files in a folder. Each write first creates a temporary file and syncs it. Then it renames
 * the file and syncs its folder. So an existing file is never truncated, and a finished write survives a
 * power loss.
 */
export const fsDriver = defineBlobDriver((options: { folder: string }) => {
  const folder = resolve(options.folder)
  const temporary = join(folder, TEMPORARY)
  const files = createOpenFiles()
  /**
   * The unfinished files of this process. They are never removed as remains of an earlier write, even if the
   * clock of the machine was set forward.
   */
  const writing = new Set<string>()
  const pathOf = (key: string) => {
    assertBlobKey(key)
    return join(folder, ...key.split('/'))
  }

  async function writeStream(key: string, source: Readable, expected: ExpectedBytes): Promise<void> {
    const path = pathOf(key)
    const unfinished = join(temporary, randomUUID())
    writing.add(unfinished)
    try {
      const file = createSyncedFile(unfinished, temporary)
      await pipeline(source, new ExactSize(expected, CHUNK_BYTES), file)
      await renameIntoPlace(unfinished, path)
      files.forget(path)
      await syncFolders(folder, dirname(path))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw isOutOfSpace(error) ? new BlobSpaceError(error) : error
    } finally {
      writing.delete(unfinished)
    }
  }

  async function openReader(path: string, key: string): Promise<FileReader> {
    const reader = await files.acquire(path).catch(nullIfMissing)
    if (!reader) throw new BlobMissingError(key)
    return reader
  }

  async function read(path: string, key: string, start: number, end: number): Promise<Buffer> {
    const reader = await openReader(path, key)
    try {
      return await readRange(reader.read, start, end)
    } finally {
      reader.close()
    }
  }

  async function open(key: string, known?: KnownBlob): Promise<ByteSource> {
    const path = pathOf(key)
    const size = known?.size ?? (await getMeta(key))?.size
    if (size === undefined) throw new BlobMissingError(key)
    return {
      size,
      path,
      read: (start, end) => read(path, key, start, end),
      openReader: () => openReader(path, key),
      stream: range =>
        range && range.end <= range.start ? Readable.from([]) : createBlobReadStream(path, key, range),
    }
  }

  async function* list(prefix = ''): AsyncIterable<BlobEntry> {
    // Searches only the folder of the prefix. The segments of a key cannot refer to a folder outside of the
    // store.
    const above = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (above !== '' && !isBlobKey(`${above}x`)) return
    for await (const file of filesBelow(join(folder, above))) {
      const key = relative(folder, file.path).split(sep).join('/')
      if (key.startsWith(prefix) && isBlobKey(key)) yield { key, bytes: file.size, modifiedAt: file.mtimeMs }
    }
  }

  async function getMeta(key: string) {
    const found = await stat(pathOf(key)).catch(nullIfMissing)
    return found?.isFile() ? { size: found.size, mtime: found.mtime } : null
  }

  async function removeItem(key: string): Promise<void> {
    const path = pathOf(key)
    await rm(path, { force: true })
    files.forget(path)
    // Removes the folder of the blob if the folder is empty now. Otherwise this call fails, which is ignored.
    await rmdir(dirname(path)).catch(() => {})
  }

  async function removeUnfinished(olderThanMs: number): Promise<number> {
    let removed = 0
    for (const name of (await readdir(temporary).catch(nullIfMissing)) ?? []) {
      const path = join(temporary, name)
      const found = writing.has(path) ? null : await stat(path).catch(nullIfMissing)
      if (!found || Date.now() - found.mtimeMs < olderThanMs) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  async function check(): Promise<void> {
    // The dot at the end makes the call fail if the path is now a file, not a folder.
    await access(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
  }

  return {
    name: 'exhibit-fs',
    options,
    writeStream,
    open,
    list,
    getMeta,
    removeItem,
    removeUnfinished,
    check,
  }
})
