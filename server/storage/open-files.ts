import { close, fstat, open, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { ByteReader } from '../bytes/byte-source'
import { ReadGuards } from './read-guards'

const openDescriptor = promisify(open)
const statDescriptor = promisify<number, Stats>(fstat)

/** A reader of a file that stays open for the next one. */
export interface FileReader extends ByteReader {
  size: number
}

interface Options {
  /** At most this many files are open without a reader. */
  max?: number
  /** Milliseconds after which a file without a reader is closed: until then a deleted one takes space. */
  idleMs?: number
}

/** Files that never change, kept open between their readers. */
export interface OpenFiles {
  /** Opens a file. Returns null for what is not a file; throws the error of `open`. */
  acquire: (path: string) => Promise<FileReader | null>
  /** Closes a file that was deleted or replaced: at once, or after its last reader. */
  forget: (path: string) => void
}

/** What is known to be in the system's cache is noted by blocks of this size. */
const BLOCK_BYTES = 64 * 1024

interface OpenFile {
  descriptor: number
  size: number
  /** For each block whether it was read since the file was opened. */
  wasRead: Uint8Array
  readers: number
  isForgotten: boolean
}

/**
 * Creates the open files of a store. To open a file takes longer than to read from it, and what is read once
 * is often read again: the picture of a pull request by each who looks at it, a video in ranges.
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
    // One that was replaced while it was opened is not kept.
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

/** Closes the descriptor of a file that no reader uses, and none will. */
function closeIfUnused({ descriptor, readers, isForgotten }: OpenFile): void {
  if (isForgotten && readers === 0) close(descriptor)
}

/** A read at once that takes longer than this, in milliseconds, was not of the cache of the system. */
const SLOW_MS = 5
/** So long after a slow one, everything is read on a thread. */
const PAUSE_MS = 60_000

/**
 * Decides whether what was read before is read again at once, on the event loop: not for a while after such a
 * read was slow, as on a network disk, where all requests would wait for each.
 */
export class ReadsAtOnce {
  private pausedUntil = 0

  isAllowed(now: number): boolean {
    return now >= this.pausedUntil
  }

  /** Notes that a read took from one moment to another, in milliseconds. */
  note(begun: number, ended: number): void {
    if (ended - begun > SLOW_MS) this.pausedUntil = ended + PAUSE_MS
  }
}

const readsAtOnce = new ReadsAtOnce()

function readNow(descriptor: number, into: Buffer, position: number): number {
  const begun = performance.now()
  const bytes = readSync(descriptor, into, 0, into.length, position)
  readsAtOnce.note(begun, performance.now())
  return bytes
}

/**
 * Reads what was read before at once, since the system has it in its cache: to wait for a thread takes longer
 * than to copy it. Everything else is read on a thread, because a disk may take milliseconds.
 */
function readAt({ descriptor, wasRead }: OpenFile, into: Buffer, position: number): Promise<number> {
  const [first, end] = [Math.floor(position / BLOCK_BYTES), Math.ceil((position + into.length) / BLOCK_BYTES)]
  return new Promise((resolve, reject) => {
    if (wasRead.subarray(first, end).every(Boolean) && readsAtOnce.isAllowed(performance.now()))
      return resolve(readNow(descriptor, into, position))
    read(descriptor, into, 0, into.length, position, (error, bytes) => {
      if (error) return reject(error)
      wasRead.fill(1, first, end)
      resolve(bytes)
    })
  })
}
