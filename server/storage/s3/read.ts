import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { bufferSource, type ByteRange, type ByteSource } from '~~/server/bytes/byte-source'
import { CHUNK_BYTES } from '../file-streams'
import { statusOf, toBlobError } from './errors'
import { StallTimer } from './stall-timer'
import { request, type S3Store } from './store'

/**
 * The number of bytes that are read when a blob of unknown size is opened. A thumbnail is usually smaller.
 */
const FIRST_BYTES = 256 * 1024

/**
 * Opens an object. If the size is given, sends no request, and a missing object causes an error at the first
 * read. Otherwise, sends one request, which returns the size, and the whole content of a small object. Throws
 * BlobMissingError if the object does not exist.
 */
export async function openObject(store: S3Store, key: string, size?: number): Promise<ByteSource> {
  if (size !== undefined) return objectSource(store, key, size)
  const response = await getRange(
    store,
    key,
    { start: 0, end: FIRST_BYTES },
    new StallTimer(store.stepTimeoutMs),
  )
  if (!response) return bufferSource(Buffer.alloc(0))
  const total = sizeOf(response)
  if (total > FIRST_BYTES) {
    response.Body.destroy()
    return objectSource(store, key, total)
  }
  return bufferSource(await buffer(bytesOf(store, key, response, total)))
}

function objectSource(store: S3Store, key: string, size: number): ByteSource {
  const clamp = ({ start, end }: ByteRange) => ({ start, end: Math.min(end, size) })
  const stream = (range: ByteRange) =>
    range.end <= range.start ? Readable.from([]) : streamRange(store, key, range)
  return {
    size,
    read: (start, end) => buffer(stream(clamp({ start, end }))),
    stream: range => stream(clamp(range ?? { start: 0, end: size })),
  }
}

/**
 * Streams a range of an object. The request is sent at the first read of the stream. The request is aborted
 * if the stream is destroyed.
 */
function streamRange(store: S3Store, key: string, range: ByteRange): Readable {
  const timer = new StallTimer(store.stepTimeoutMs)
  async function* parts() {
    const response = await getRange(store, key, range, timer)
    if (response) yield* bytesOf(store, key, response, range.end - range.start, timer)
  }
  const stream = Readable.from(parts(), { objectMode: false, highWaterMark: CHUNK_BYTES })
  return stream.once('close', () => timer.fail(new Error('the stream was closed')))
}

type Response = Omit<GetObjectCommandOutput, 'Body'> & { Body: Readable }

/**
 * Requests a range of an object, which must not be empty. Returns null if the range begins after the end of
 * the object.
 */
async function getRange(
  store: S3Store,
  key: string,
  { start, end }: ByteRange,
  timer: StallTimer,
): Promise<Response | null> {
  const command = new GetObjectCommand({
    Bucket: store.bucket,
    Key: store.objectKey(key),
    Range: `bytes=${start}-${end - 1}`,
  })
  try {
    const response = await request(store, abortSignal => store.client.send(command, { abortSignal }), {
      key,
      timer,
    })
    if (!(response.Body instanceof Readable)) throw new Error(`the object ${key} has no body`)
    return { ...response, Body: response.Body }
  } catch (error) {
    if (statusOf(error) === 416) return null
    throw error
  }
}

/** Returns the size of the whole object in bytes, from the headers of a response. */
function sizeOf({ ContentRange, ContentLength, Body }: Response): number {
  const size = Number(ContentRange?.split('/')[1] ?? ContentLength)
  if (Number.isSafeInteger(size) && size >= 0) return size
  Body.destroy()
  throw new Error('the store stated no size of an object')
}

/**
 * Yields the bytes of a response, at most `length`: if the store sends more than was requested, the
 * connection is closed. The time limit applies only while this function waits for bytes from the store, so
 * the reader may be slow.
 */
async function* bytesOf(
  store: S3Store,
  key: string,
  { Body }: Response,
  length: number,
  timer = new StallTimer(store.stepTimeoutMs),
): AsyncGenerator<Buffer> {
  const onAbort = () => Body.destroy(timer.signal.reason as Error)
  timer.signal.addEventListener('abort', onAbort, { once: true })
  if (timer.signal.aborted) onAbort()
  const chunks = Body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let left = length
  try {
    for (;;) {
      timer.start()
      // The end of the response is awaited too, so that the connection can be used again.
      const next = await chunks.next()
      timer.stop()
      if (next.done || left <= 0) return
      const chunk = next.value.subarray(0, left)
      left -= chunk.length
      yield chunk
    }
  } catch (error) {
    throw toBlobError(error, key)
  } finally {
    timer.stop()
    timer.signal.removeEventListener('abort', onAbort)
    Body.destroy()
  }
}
