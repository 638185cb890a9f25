import { close, fstat, open, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { ByteReader } from '../byte-source'

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
  /** Increases with every change, so that a file is not kept which was replaced while it was opened. */
  let changes = 0

  async function acquire(path: string): Promise<FileReader | null> {
    const known = files.get(path)
    if (known) return readerOf(known)
    const changesBefore = changes
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
    if (changesBefore === changes) {
      file.isForgotten = false
      files.set(path, file)
    }
    return reader
  }

  function forget(path: string): void {
    changes += 1
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

/**
 * Reads what was read before at once, since the system has it in its cache: to wait for a thread takes longer
 * than to copy it. Everything else is read on a thread, because a disk may take milliseconds.
 */
function readAt({ descriptor, wasRead }: OpenFile, into: Buffer, position: number): Promise<number> {
  const [first, end] = [Math.floor(position / BLOCK_BYTES), Math.ceil((position + into.length) / BLOCK_BYTES)]
  return new Promise((resolve, reject) => {
    if (wasRead.subarray(first, end).every(Boolean))
      return resolve(readSync(descriptor, into, 0, into.length, position))
    read(descriptor, into, 0, into.length, position, (error, bytes) => {
      if (error) return reject(error)
      wasRead.fill(1, first, end)
      resolve(bytes)
    })
  })
}
