import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Location } from './address'
import { toBlobError } from './errors'
import { StallTimer } from './stall-timer'

/** The time within which the store must respond, or accept or send the next bytes. */
export const STEP_TIMEOUT_MS = 8000

/** A bucket with its client. */
export interface S3Store {
  client: S3Client
  bucket: string
  /** Returns the object key of a blob. */
  objectKey: (key: string) => string
  /** See {@link S3Location.prefix}. */
  prefix: string
  /** The time limit of the next step of the store, in milliseconds; shorter in tests. */
  stepTimeoutMs: number
}

/** Creates the client of a location. Sends no request yet. Credentials come from the usual AWS sources. */
export function createStore(location: S3Location, stepTimeoutMs = STEP_TIMEOUT_MS): S3Store {
  const { bucket, prefix, region, endpoint, pathStyle } = location
  const sockets = { keepAlive: true, maxSockets: Infinity }
  const config: S3ClientConfig = {
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Stores other than AWS do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK would print warnings to the console. Errors are thrown.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // A stalled viewer occupies a connection, as it occupies a file descriptor in a folder.
    requestHandler: { connectionTimeout: 3000, httpAgent: sockets, httpsAgent: sockets },
  }
  return { client: new S3Client(config), bucket, prefix, objectKey: key => prefix + key, stepTimeoutMs }
}

interface RequestOptions {
  /** The requested blob, for errors. */
  key?: string
  /** The caller's timer, which stops while no step of the store is awaited. */
  timer?: StallTimer
}

/**
 * Sends a request with an abort signal, and waits for the response within the time limit of the store. Throws
 * the errors of the driver.
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
    // The SDK may wait between two attempts, unlike the race.
    return await Promise.race([send(timer.signal), aborted.promise])
  } catch (error) {
    throw timer.signal.aborted ? timer.signal.reason : toBlobError(error, key)
  } finally {
    timer.stop()
    timer.signal.removeEventListener('abort', onAbort)
  }
}
