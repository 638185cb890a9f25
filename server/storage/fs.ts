import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defineDriver } from 'unstorage'
import { assertKey, BlobMissingError, BlobSizeError, BlobSpaceError, type BlobDriver, type BlobSource, type ByteRange } from './driver'

/** One read of a stream: large enough that the loop is seldom entered, small enough that stalled readers stay cheap. */
const CHUNK = 1024 * 1024
/** Unfinished writes live apart from the blobs, on the same file system, so that a rename publishes them. */
const TEMPORARY = '.temporary'

/**
 * Blobs as files below a folder. A write goes to a temporary name, is synced, renamed, and its folder synced:
 * a live file is never truncated, and what was answered survives power loss.
 */
export const fsDriver = defineDriver<{ folder: string }, never>(({ folder }) => {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(folder, ...key.split('/'))
  }
  const temporary = join(folder, TEMPORARY)

  async function write(key: string, source: Readable, { size }: { size: number }): Promise<void> {
    const path = pathOf(key)
    await mkdir(temporary, { recursive: true, mode: 0o700 })
    const unfinished = join(temporary, randomUUID())
    try {
      // `flush` syncs the file before it closes.
      await pipeline(source, new ExactSize(size), createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: CHUNK }))
      await publish(unfinished, path)
      await syncFolders(folder, dirname(path))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new BlobSpaceError(error) : error
    }
  }

  function read(key: string, range?: ByteRange): Readable {
    if (range && range.end <= range.start) return Readable.from([])
    return createReadStream(pathOf(key), { highWaterMark: CHUNK, ...(range && { start: range.start, end: range.end - 1 }) })
  }

  async function readRange(key: string, start: number, end: number): Promise<Buffer> {
    const file = await open(pathOf(key), 'r').catch(error => Promise.reject(missing(error, key)))
    try {
      const buffer = Buffer.allocUnsafe(Math.max(0, end - start))
      let filled = 0
      while (filled < buffer.length) {
        const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    } finally {
      await file.close()
    }
  }

  async function statOf(key: string) {
    try {
      const found = await stat(pathOf(key))
      return found.isFile() ? { bytes: found.size, modifiedAt: found.mtimeMs } : null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async function source(key: string): Promise<BlobSource> {
    const found = await statOf(key)
    if (!found) throw new BlobMissingError(key)
    return { size: found.bytes, path: pathOf(key), read: (start, end) => readRange(key, start, end), stream: range => read(key, range) }
  }

  async function* keys(prefix = ''): AsyncIterable<string> {
    for await (const path of walk(folder)) {
      const key = relative(folder, path).split(sep).join('/')
      if (key.startsWith(prefix)) yield key
    }
  }

  async function sweepTemporary(olderThanMs: number): Promise<number> {
    const names = await readdir(temporary).catch(() => [])
    let removed = 0
    for (const name of names) {
      const path = join(temporary, name)
      const found = await stat(path).catch(() => null)
      if (!found || Date.now() - found.mtimeMs < olderThanMs) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  const remove = async (key: string) => {
    await rm(pathOf(key), { force: true })
    // Leaves no empty folder behind; one that holds something stays.
    await rmdir(dirname(pathOf(key))).catch(() => {})
  }

  const driver: BlobDriver = {
    name: 'exhibit-fs',
    write, read, readRange, stat: statOf, remove, keys, source, sweepTemporary,
    hasItem: async key => await statOf(slashed(key)) !== null,
    getItem: async key => readRange(slashed(key), 0, (await statOf(slashed(key)))?.bytes ?? 0),
    getItemRaw: async key => readRange(slashed(key), 0, (await statOf(slashed(key)))?.bytes ?? 0),
    setItemRaw: (key, value: Buffer) => write(slashed(key), Readable.from([value]), { size: value.length }),
    removeItem: key => remove(slashed(key)),
    getKeys: async base => Array.fromAsync(keys(slashed(base))),
    getMeta: async (key) => {
      const found = await statOf(slashed(key))
      return found && { size: found.bytes, mtime: new Date(found.modifiedAt) }
    },
  }
  return driver as never
}) as unknown as (options: { folder: string }) => BlobDriver

/** unstorage separates with colons. */
const slashed = (key: string) => key.replaceAll(':', '/')

/** Lets exactly `size` bytes through: fails at the first byte too many, and at the end when there are too few. */
class ExactSize extends Transform {
  private received = 0

  constructor(private readonly size: number) {
    super({ readableHighWaterMark: CHUNK, writableHighWaterMark: CHUNK })
  }

  override _transform(chunk: Buffer, _: BufferEncoding, callback: TransformCallback): void {
    this.received += chunk.length
    if (this.received > this.size) return callback(new BlobSizeError(this.size, this.received))
    callback(null, chunk)
  }

  override _flush(callback: TransformCallback): void {
    callback(this.received < this.size ? new BlobSizeError(this.size, this.received) : null)
  }
}

/** Renames into place; a removal next to it may take the empty folder away in between. */
async function publish(unfinished: string, path: string, tries = 3): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await rename(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 1) throw error
    await publish(unfinished, path, tries - 1)
  }
}

function missing(error: NodeJS.ErrnoException, key: string): Error {
  return error.code === 'ENOENT' ? new BlobMissingError(key) : error
}

/** Makes a rename durable: the folder that holds the name, and those above it that may be new. */
async function syncFolders(top: string, folder: string): Promise<void> {
  for (let each = folder; each.startsWith(top); each = dirname(each)) {
    const handle = await open(each, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (each === top) break
  }
}

async function* walk(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(() => null)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== TEMPORARY) yield* walk(path)
    } else {
      yield path
    }
  }
}
