import * as fs from 'node:fs'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../bytes/byte-source'
import { BlobMissingError } from './errors'
import { isMissing, makeFolder } from './folders'

/**
 * The number of bytes of each read or write. A client that stops receiving occupies two such chunks in
 * memory. 512 KiB is as fast as 1 MiB and takes half the memory.
 */
export const CHUNK_BYTES = 512 * 1024

type Opened = (error: Error | null, descriptor?: number) => void

/**
 * Creates a file that only its owner can read, and returns a stream that writes to it. The file is synced
 * before it is closed. The folder of the file is created when the stream opens, so that `pipeline` also gets
 * the error if this fails.
 */
export function createSyncedFile(path: string, folder: string): fs.WriteStream {
  const open = (_: string, flags: string, mode: number, callback: Opened) =>
    void makeFolder(folder).then(() => fs.open(path, flags, mode, callback), callback)
  return fs.createWriteStream(path, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: CHUNK_BYTES,
    fs: { ...fs, open },
  })
}

/**
 * Streams the file of a blob, or a range of it. Fails with {@link BlobMissingError} if the file does not
 * exist.
 */
export function createBlobReadStream(path: string, key: string, range?: ByteRange): Readable {
  const open = (_: string, flags: string, mode: number, callback: Opened) =>
    fs.open(path, flags, mode, (error, descriptor) =>
      callback(isMissing(error) ? new BlobMissingError(key) : error, descriptor),
    )
  return fs.createReadStream(path, {
    highWaterMark: CHUNK_BYTES,
    fs: { ...fs, open },
    ...(range && { start: range.start, end: range.end - 1 }),
  })
}
