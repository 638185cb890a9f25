import { Readable } from 'node:stream'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Location } from './address'
import { UnavailableError } from '~~/server/errors/unavailable'
import { toBlobError } from './errors'
import { StallTimer } from './stall-timer'

/**
 * The maximum time in milliseconds until the store responds, accepts the next bytes, or sends the next bytes.
 */
export const STEP_TIMEOUT_MS = 8000

/** The maximum number of bytes of the body of a response with an error. Stores send a few hundred. */
const FAILURE_BYTES = 64 * 1024

/**
 * The maximum number of bytes of other bodies. A page of a list has 1000 keys, each of up to 6 KiB in XML.
 */
const ANSWER_BYTES = 8 * 1024 * 1024

/** A bucket, with the client that accesses it. */
export interface S3Store {
  client: S3Client
  bucket: string
  /** Returns the object key of a blob. */
  objectKey: (key: string) => string
  /** The prefix of every object key: see {@link S3Location.prefix}. */
  prefix: string
  /**
   * The maximum time for which a request waits for the store each time, in milliseconds. Tests use a shorter
   * time.
   */
  stepTimeoutMs: number
}

/**
 * Creates the client for a location without sending a request. Credentials come from the usual sources of the
 * AWS SDK.
 */
export function createStore(location: S3Location, stepTimeoutMs = STEP_TIMEOUT_MS): S3Store {
  const { bucket, prefix, region, endpoint, pathStyle } = location
  const sockets = { keepAlive: true, maxSockets: Infinity }
  const config: S3ClientConfig = {
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Only AWS supports the newer checksums, so the client sends them only if an operation requires them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Disables the warnings that the SDK would write to the console. They are not needed, since errors are
    // thrown.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // The number of connections is not limited, because each client that stops receiving occupies a
    // connection.
    requestHandler: { connectionTimeout: 3000, httpAgent: sockets, httpsAgent: sockets },
  }
  const client = new S3Client(config)
  client.middlewareStack.add(
    (next, { commandName }) =>
      async args => {
        const result = await next(args)
        limitBody(result.response as StoreResponse, commandName === 'GetObjectCommand')
        return result
      },
    // This is the last step before the SDK reads the response.
    { step: 'deserialize', priority: 'low' },
  )
  return { client, bucket, prefix, objectKey: key => prefix + key, stepTimeoutMs }
}

interface StoreResponse {
  statusCode: number
  body: unknown
}

/** Limits the body of a response that the SDK reads into memory: all but the content of an object. */
function limitBody(response: StoreResponse, isRead: boolean): void {
  const { statusCode, body } = response
  const isFailure = statusCode >= 300
  if (!(body instanceof Readable) || (isRead && !isFailure)) return
  response.body = Readable.from(atMost(body, isFailure ? FAILURE_BYTES : ANSWER_BYTES), { objectMode: false })
}

/** Yields the chunks of a body. Destroys the body and throws an UnavailableError if it is too long. */
async function* atMost(body: Readable, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of body as AsyncIterable<Buffer>) {
    left -= chunk.length
    if (left < 0)
      throw new UnavailableError('blob store', 'its response is too long', 'sent an invalid response')
    yield chunk
  }
}

interface RequestOptions {
  /** The key of the requested blob, for error messages. */
  key?: string
  /** The timer of the caller. The caller stops it while it does not wait for the store. */
  timer?: StallTimer
}

/**
 * Sends a request and waits for the response. Aborts the request if the store exceeds the time limit. Throws
 * errors in the form that {@link toBlobError} returns.
 */
export async function request<T>(
  store: S3Store,
  send: (signal: AbortSignal) => Promise<T>,
  { key = '', timer = new StallTimer(store.stepTimeoutMs) }: RequestOptions = {},
): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(timer.signal.reason)
  timer.signal.addEventListener('abort', onAbort, { once: true })
  timer.start()
  try {
    // This promise settles immediately when the signal is aborted, even if the SDK pauses between two
    // attempts.
    return await Promise.race([send(timer.signal), aborted.promise])
  } catch (error) {
    throw timer.signal.aborted ? timer.signal.reason : toBlobError(error, key)
  } finally {
    timer.stop()
    timer.signal.removeEventListener('abort', onAbort)
  }
}
