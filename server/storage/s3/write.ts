import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { isUnavailable } from '~~/server/errors/unavailable'
import type { ExpectedBytes } from '../driver'
import { ExactSize } from '../exact-size'
import { CHUNK_BYTES } from '../file-streams'
import { confirmedChunks, PartReader } from './part-reader'
import { StallTimer } from './stall-timer'
import { request, type S3Store } from './store'

/** The default size of a part in bytes. A larger blob is sent in several parts. */
export const PART_BYTES = 64 * 1024 * 1024

/**
 * The time limit in milliseconds of the request that completes an upload. It is long because some stores copy
 * the parts into one object before they respond.
 */
const COMPLETION_MS = 60_000

/** Stores a blob, with the guarantees of `writeStream` in the driver. */
export async function writeObject(
  store: S3Store,
  key: string,
  source: Readable,
  expected: ExpectedBytes,
  partBytes = PART_BYTES,
): Promise<void> {
  const { size } = expected
  // If the write fails, `pipeline` destroys the source, but keeps the socket open if the source is a request.
  await pipeline(source, new ExactSize(expected, CHUNK_BYTES), async (sized: AsyncIterable<Buffer>) => {
    const reader = new PartReader(confirmedChunks(sized))
    await reader.start()
    if (size > partBytes) return writeParts(store, key, reader, size, partBytes)
    const target = { Bucket: store.bucket, Key: store.objectKey(key) }
    await sendBytes(store, reader.take(size), (body, abortSignal) =>
      store.client.send(new PutObjectCommand({ ...target, Body: body, ContentLength: size }), {
        abortSignal,
      }),
    )
  })
}

/**
 * Stores a blob in several parts. If this fails, aborts the upload, so that no part remains. Waits until the
 * upload is aborted, unless the store does not respond.
 */
async function writeParts(
  store: S3Store,
  key: string,
  reader: PartReader,
  size: number,
  partBytes: number,
): Promise<void> {
  const { client } = store
  const target = { Bucket: store.bucket, Key: store.objectKey(key) }
  const { UploadId } = await request(store, abortSignal =>
    client.send(new CreateMultipartUploadCommand(target), { abortSignal }),
  )
  const upload = { ...target, UploadId }
  try {
    const parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (let sent = 0; sent < size; sent += partBytes) {
      const part = {
        ...upload,
        PartNumber: parts.length + 1,
        ContentLength: Math.min(partBytes, size - sent),
      }
      const { ETag } = await sendBytes(store, reader.take(part.ContentLength), (body, abortSignal) =>
        client.send(new UploadPartCommand({ ...part, Body: body }), { abortSignal }),
      )
      parts.push({ PartNumber: part.PartNumber, ETag })
    }
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })
    await request(store, abortSignal => client.send(complete, { abortSignal }), {
      timer: new StallTimer(Math.max(store.stepTimeoutMs, COMPLETION_MS)),
    })
  } catch (error) {
    const aborted = request(store, abortSignal =>
      client.send(new AbortMultipartUploadCommand(upload), { abortSignal }),
    ).catch(() => {})
    // If the store does not respond, waiting for the abort would only delay the error. The sweep later aborts
    // uploads that remained.
    if (!isUnavailable(error)) await aborted
    throw error
  }
}

/**
 * Sends a body of known length. The store must accept each chunk, and later send the response, within the
 * time limit. The source may be slow. If the source fails, aborts the request, because the SDK would wait
 * forever.
 */
function sendBytes<T>(
  store: S3Store,
  chunks: AsyncGenerator<Buffer>,
  send: (body: Readable, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = new StallTimer(store.stepTimeoutMs)
  async function* timed() {
    try {
      for (;;) {
        timer.stop()
        const next = await chunks.next()
        timer.start()
        if (next.done) return
        yield next.value
      }
    } catch (error) {
      timer.fail(error)
    }
  }
  const body = Readable.from(timed(), { objectMode: false, highWaterMark: CHUNK_BYTES })
  return request(store, signal => send(body, signal), { timer }).finally(() => body.destroy())
}
