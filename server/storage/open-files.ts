import { close, fstat, open, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { ByteReader } from '../bytes/byte-source'
import { ReadGuards } from './read-guards'

const openDescriptor = promisify(open)
const statDescriptor = promisify<number, Stats>(fstat)

/**
 * A reader of a file. After the reader is closed, the file stays open for a while, so that the next reader
 * does not have to open it.
 */
export interface FileReader extends ByteReader {
  size: number
}

interface Options {
  /** The largest number of files that stay open. */
  max?: number
  /**
   * The time after which a file without a reader is closed, in milliseconds. Until then, the file occupies
   * disk space even if it was deleted.
   */
  idleMs?: number
}

/**
 * The files of a store that stay open after their readers were closed. The content of the files must not
 * change.
 */
export interface OpenFiles {
  /** Opens a file. Returns null if the path does not lead to a file. Throws the error of `open`. */
  acquire: (path: string) => Promise<FileReader | null>
  /** Closes a file that was deleted or replaced. If the file has readers, it is closed after the last one. */
  forget: (path: string) => void
}

/**
 * The size of a block in bytes. For each block of a file, this module stores whether the operating system
 * probably has the block in its cache.
 */
const BLOCK_BYTES = 64 * 1024

interface OpenFile {
  descriptor: number
  size: number
  /** For each block of the file: whether the block was read since the file was opened. */
  wasRead: Uint8Array
  readers: number
  isForgotten: boolean
}

/**
 * Creates the set of open files of a store. Files stay open because opening a file takes longer than reading
 * it, and files are often read several times: each viewer of a pull request loads the same image, and a video
 * is loaded in ranges.
 */
export function createOpenFiles({ max = 256, idleMs = 30_000 }: Options = {}): OpenFiles {
  const files = new LRUCache<string, OpenFile>({
    max,
    ttl: idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose(file) {
      file.isForgotten = true
      closeIfUnused(file)
    },
  })
  const guards = new ReadGuards()

  async function acquire(path: string): Promise<FileReader | null> {
    const known = files.get(path)
    if (known) return readerOf(known)
    return guards.during(path, guard => openNew(path, guard))
  }

  async function openNew(path: string, guard: { readonly isStale: boolean }): Promise<FileReader | null> {
    const descriptor = await openDescriptor(path, 'r')
    const found = await statDescriptor(descriptor).catch((error: unknown) => {
      closeDescriptor(descriptor)
      throw error
    })
    const wasRead = new Uint8Array(Math.ceil(found.size / BLOCK_BYTES))
    const file = { descriptor, size: found.size, wasRead, readers: 0, isForgotten: true }
    if (!found.isFile()) {
      closeIfUnused(file)
      return null
    }
    const reader = readerOf(file)
    // A file that was replaced while it was being opened does not stay open.
    if (!guard.isStale) {
      file.isForgotten = false
      files.set(path, file)
    }
    return reader
  }

  function forget(path: string): void {
    guards.change(path)
    files.delete(path)
  }

  return { acquire, forget }
}

function readerOf(file: OpenFile): FileReader {
  file.readers += 1
  let isClosed = false
  return {
    size: file.size,
    read: (into, position) => readAt(file, into, position),
    close() {
      if (isClosed) return
      isClosed = true
      file.readers -= 1
      closeIfUnused(file)
    },
  }
}

/** Closes the descriptor of a file if the file was forgotten and has no readers. */
function closeIfUnused({ descriptor, readers, isForgotten }: OpenFile): void {
  if (isForgotten && readers === 0) closeDescriptor(descriptor)
}

/**
 * Closes a file that was only read. Ignores an error, for example of a network disk, because it does not
 * affect the readers. Without a callback, the error would end the process.
 */
function closeDescriptor(descriptor: number): void {
  close(descriptor, () => {})
}

/**
 * If a synchronous read takes longer than this time in milliseconds, the operating system did not have the
 * data in its cache.
 */
const SLOW_MS = 5
/** The time in milliseconds during which all reads use a thread after a slow synchronous read. */
const PAUSE_MS = 60_000

/**
 * Decides whether blocks that were read before may be read synchronously, on the event loop. All requests
 * wait during a synchronous read. So after a slow one, for example on a network disk, synchronous reads are
 * not allowed for a while.
 */
export class SynchronousReads {
  private pausedUntil = 0

  isAllowed(now: number): boolean {
    return now >= this.pausedUntil
  }

  /** Records a synchronous read by its start and end in milliseconds. */
  record(begun: number, ended: number): void {
    if (ended - begun > SLOW_MS) this.pausedUntil = ended + PAUSE_MS
  }
}

const synchronousReads = new SynchronousReads()

function readNow(descriptor: number, into: Buffer, position: number): number {
  const begun = performance.now()
  const bytes = readSync(descriptor, into, 0, into.length, position)
  synchronousReads.record(begun, performance.now())
  return bytes
}

/**
 * Reads from an open file. Blocks that were read before are read synchronously: the operating system has them
 * in its cache, and waiting for a thread takes longer than copying them. Other blocks are read by a thread,
 * because the disk may take milliseconds.
 */
function readAt({ descriptor, wasRead }: OpenFile, into: Buffer, position: number): Promise<number> {
  const [first, end] = [Math.floor(position / BLOCK_BYTES), Math.ceil((position + into.length) / BLOCK_BYTES)]
  return new Promise((resolve, reject) => {
    if (wasRead.subarray(first, end).every(Boolean) && synchronousReads.isAllowed(performance.now()))
      return resolve(readNow(descriptor, into, position))
    read(descriptor, into, 0, into.length, position, (error, bytes) => {
      if (error) return reject(error)
      wasRead.fill(1, first, end)
      resolve(bytes)
    })
  })
}
