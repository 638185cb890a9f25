import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Location } from './address'
import { toBlobError } from './errors'
import { StallTimer } from './stall-timer'

/**
 * The maximum time in milliseconds until the store responds, accepts the next bytes, or sends the next bytes.
 */
export const STEP_TIMEOUT_MS = 8000

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
  return { client: new S3Client(config), bucket, prefix, objectKey: key => prefix + key, stepTimeoutMs }
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
