import * as fs from 'node:fs'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readFileRange, type ByteRange, type ByteSource } from '../byte-source'
import { asDriver } from './as-driver'
import { assertKey, BlobMissingError, BlobSpaceError, isKey, type BlobDriver } from './driver'
import { ExactSize } from './exact-size'
import { passed } from './gc-pressure'
import { filesBelow, isMissing, makeFolder, orNull, publish, syncFolders } from './folders'

/**
 * One read of a stream, and what a write gathers. A stalled reader holds two: at 512 KiB reading is as fast
 * as at 1 MiB, for half the memory.
 */
const CHUNK = 512 * 1024
/** Unfinished writes live apart from the blobs, on the same file system, so that a rename publishes them. */
const TEMPORARY = '.temporary'

/**
 * Blobs as files below a folder. A write goes to a temporary name, is synced, renamed, and its folder synced:
 * a live file is never truncated, and what was answered survives power loss.
 */
export function fsDriver(options: { folder: string }): BlobDriver {
  const folder = resolve(options.folder)
  const temporary = join(folder, TEMPORARY)
  const pathOf = (key: string) => {
    assertKey(key)
    return join(folder, ...key.split('/'))
  }

  async function write(key: string, source: Readable, { size }: { size: number }) {
    const path = pathOf(key)
    const unfinished = join(temporary, randomUUID())
    try {
      // `flush` syncs the file before it closes.
      const file = fs.createWriteStream(unfinished, {
        flags: 'wx',
        mode: 0o600,
        flush: true,
        highWaterMark: CHUNK,
        fs: { ...fs, open: openIn(temporary) },
      })
      await pipeline(source, new ExactSize(size, CHUNK), file)
      await publish(unfinished, path)
      await syncFolders(folder, dirname(path))
      return { bytes: size }
    } catch (error) {
      await rm(unfinished, { force: true })
      throw isSpace(error) ? new BlobSpaceError(error) : error
    }
  }

  function read(key: string, range?: ByteRange): Readable {
    if (range && range.end <= range.start) return Readable.from([])
    return fs.createReadStream(pathOf(key), {
      highWaterMark: CHUNK,
      fs: { open: openOf(key), read: readCounted, close: fs.close },
      ...(range && { start: range.start, end: range.end - 1 }),
    })
  }

  async function readRange(key: string, start: number, end: number): Promise<Buffer> {
    return readFileRange(pathOf(key), start, end).catch(asMissing(key))
  }

  async function statOf(key: string) {
    const found = await stat(pathOf(key)).catch(orNull)
    return found?.isFile() ? { bytes: found.size, modifiedAt: found.mtimeMs } : null
  }

  async function source(key: string): Promise<ByteSource> {
    const found = await statOf(key)
    if (!found) throw new BlobMissingError(key)
    return {
      size: found.bytes,
      path: pathOf(key),
      read: (start, end) => readRange(key, start, end),
      stream: range => read(key, range),
    }
  }

  async function* keys(prefix = ''): AsyncIterable<string> {
    // Only the folder the prefix names is walked; it is made of key segments, so it cannot name one outside.
    const above = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (above !== '' && !isKey(`${above}x`)) return
    for await (const path of filesBelow(join(folder, above))) {
      const key = relative(folder, path).split(sep).join('/')
      if (key.startsWith(prefix) && isKey(key)) yield key
    }
  }

  async function remove(key: string): Promise<void> {
    const path = pathOf(key)
    await rm(path, { force: true })
    // Leaves no empty folder behind; one that holds something stays.
    await rmdir(dirname(path)).catch(() => {})
  }

  async function sweepTemporary(olderThanMs: number): Promise<number> {
    let removed = 0
    for (const name of (await readdir(temporary).catch(orNull)) ?? []) {
      const path = join(temporary, name)
      const found = await stat(path).catch(orNull)
      if (!found || Date.now() - found.mtimeMs < olderThanMs) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  return asDriver('exhibit-fs', {
    write,
    read,
    readRange,
    stat: statOf,
    remove,
    keys,
    source,
    sweepTemporary,
  })
}

const asMissing =
  (key: string) =>
  (error: unknown): never => {
    throw isMissing(error) ? new BlobMissingError(key) : error
  }

type Opened = (error: Error | null, descriptor?: number) => void

/**
 * `fs.open` that makes the folder first: where that fails, `pipeline` ends the source as for every other
 * fault.
 */
function openIn(folder: string) {
  return (path: string, flags: string, mode: number, callback: Opened) =>
    void makeFolder(folder).then(() => fs.open(path, flags, mode, callback), callback)
}

/** `fs.open` that names the blob that is missing, not its path. */
function openOf(key: string) {
  return (path: string, flags: string, mode: number, callback: Opened) =>
    fs.open(path, flags, mode, (error, descriptor) =>
      callback(isMissing(error) ? new BlobMissingError(key) : error, descriptor),
    )
}

/** `fs.read` that tells how much was read. */
const readCounted: typeof fs.read = Object.assign(
  (
    descriptor: number,
    buffer: NodeJS.ArrayBufferView,
    offset: number,
    length: number,
    position: number | null,
    callback: (error: Error | null, bytes: number, into: NodeJS.ArrayBufferView) => void,
  ) => {
    passed(length)
    fs.read(descriptor, buffer, offset, length, position, callback)
  },
  { __promisify__: fs.read.__promisify__ },
) as typeof fs.read

function isSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
