import { close, fstat, open, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { ByteReader } from '../bytes/byte-source'
import { ReadGuards } from './read-guards'

const openDescriptor = promisify(open)
const statDescriptor = promisify<number, Stats>(fstat)

/** A reader of a file that stays open for the next reader. */
export interface FileReader extends ByteReader {
  size: number
}

interface Options {
  /** The largest number of open files without a reader. */
  max?: number
  /**
   * The milliseconds after which a file without a reader is closed. Until then a deleted file occupies space.
   */
  idleMs?: number
}

/** Unchanging files that stay open between their readers. */
export interface OpenFiles {
  /** Opens a file. Returns null if the path is not a file; throws the error of `open`. */
  acquire: (path: string) => Promise<FileReader | null>
  /** Closes a file that was deleted or replaced: at once, or after its last reader. */
  forget: (path: string) => void
}

/** The size of the blocks by which it is recorded what the system has in its cache. */
const BLOCK_BYTES = 64 * 1024

interface OpenFile {
  descriptor: number
  size: number
  /** For each block, whether it was read since the file was opened. */
  wasRead: Uint8Array
  readers: number
  isForgotten: boolean
}

/**
 * Creates the open files of a store. Opening a file takes longer than reading from it, and files are often
 * read again: the picture in a pull request by each viewer, a video in ranges.
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
      close(descriptor)
      throw error
    })
    const wasRead = new Uint8Array(Math.ceil(found.size / BLOCK_BYTES))
    const file = { descriptor, size: found.size, wasRead, readers: 0, isForgotten: true }
    if (!found.isFile()) {
      closeIfUnused(file)
      return null
    }
    const reader = readerOf(file)
    // A file that was replaced while it was opened does not stay open.
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

/** Closes the descriptor of a file without readers that will get no more. */
function closeIfUnused({ descriptor, readers, isForgotten }: OpenFile): void {
  if (isForgotten && readers === 0) close(descriptor)
}

/** A synchronous read that takes longer than this, in milliseconds, was not from the system's cache. */
const SLOW_MS = 5
/** For this time after a slow synchronous read, everything is read on a thread. */
const PAUSE_MS = 60_000

/**
 * Decides whether blocks that were read before are read synchronously again, on the event loop. After a slow
 * synchronous read, as on a network disk, they are not for a while: all requests would wait for each.
 */
export class SynchronousReads {
  private pausedUntil = 0

  isAllowed(now: number): boolean {
    return now >= this.pausedUntil
  }

  /** Records the start and end of a synchronous read, in milliseconds. */
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
 * Reads blocks that were read before synchronously, since the system has them in its cache: waiting for a
 * thread takes longer than copying them. Everything else is read on a thread, because a disk may take
 * milliseconds.
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
