import { S3ServiceException } from '@aws-sdk/client-s3'
import { isUnavailable, UnavailableError } from '~~/server/errors/unavailable'
import { BlobMissingError, BlobSizeError, BlobSpaceError } from '../errors'

/** The error codes of stores without space, in addition to the status 507. */
const SPACE_CODES = [
  'XMinioStorageFull',
  'XMinioStorageQuotaExceeded',
  'QuotaExceeded',
  'InsufficientCapacity',
]

/** The error codes of stores that ask for a retry, in addition to statuses from 500. */
const BUSY_CODES = ['SlowDown', 'RequestTimeout', 'RequestTimeTooSkewed', 'Throttling', 'ThrottlingException']

/**
 * Returns the driver's error for an error of the SDK: BlobMissingError for a missing object, BlobSpaceError
 * for a full store, UnavailableError for a store that does not respond or asks for a retry. Returns other
 * errors unchanged.
 */
export function toBlobError(error: unknown, key: string): unknown {
  if (!(error instanceof Error) || isOwn(error)) return error
  const status = statusOf(error)
  if (status === 404 && error.name !== 'NoSuchBucket') return new BlobMissingError(key)
  if (status === 507 || SPACE_CODES.includes(error.name)) return new BlobSpaceError(error)
  const isBusy = status === undefined ? isNetworkError(error) : status >= 500 || status === 429
  return isBusy || BUSY_CODES.includes(error.name) ? new UnavailableError('blob store', error) : error
}

/** Returns the HTTP status of a response that the SDK converted to an error; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode
  return undefined
}

const isOwn = (error: Error) =>
  isUnavailable(error) ||
  error instanceof BlobMissingError ||
  error instanceof BlobSizeError ||
  error instanceof BlobSpaceError

/**
 * Returns whether a request failed before a response: because of the connection, name, TLS, time, or
 * credentials.
 */
function isNetworkError(error: Error): boolean {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true
  // Reading the credentials may itself need a request.
  if (error.name === 'CredentialsProviderError') return true
  if (!('code' in error) || typeof error.code !== 'string') return false
  // Other codes of Node itself mean a fault in this program.
  return !error.code.startsWith('ERR_') || /^ERR_(?:TLS|SSL|STREAM_PREMATURE)/.test(error.code)
}
