import { S3ServiceException } from '@aws-sdk/client-s3'
import { isUnavailable, UnavailableError } from '~~/server/errors/unavailable'
import { BlobMissingError, BlobSizeError, BlobSpaceError } from '../errors'

/** The error codes for a store without free space. The status 507 has the same meaning. */
const SPACE_CODES = [
  'XMinioStorageFull',
  'XMinioStorageQuotaExceeded',
  'QuotaExceeded',
  'InsufficientCapacity',
]

/** The error codes with which a store asks for a retry. Statuses of 500 and above have the same meaning. */
const BUSY_CODES = ['SlowDown', 'RequestTimeout', 'RequestTimeTooSkewed', 'Throttling', 'ThrottlingException']

/**
 * Converts an error of the SDK to an error of the driver: BlobMissingError if the object is missing,
 * BlobSpaceError if the store is full, UnavailableError if the store does not respond or asks for a retry.
 * Returns other errors unchanged.
 */
export function toBlobError(error: unknown, key: string): unknown {
  if (!(error instanceof Error) || isOwn(error)) return error
  const status = statusOf(error)
  if (status === 404 && error.name !== 'NoSuchBucket') return new BlobMissingError(key)
  if (status === 507 || SPACE_CODES.includes(error.name)) return new BlobSpaceError(error)
  const isBusy = status === undefined ? isNetworkError(error) : status >= 500 || status === 429
  if (!isBusy && !BUSY_CODES.includes(error.name)) return error
  const problem = status === undefined ? undefined : `responds with status ${status}`
  return new UnavailableError('blob store', error, problem)
}

/**
 * Returns the HTTP status of the response from which the SDK created an error; undefined if there was no
 * response.
 */
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
 * Returns whether a request failed before there was a response: because of the connection, the name lookup,
 * TLS, a timeout or the credentials.
 */
function isNetworkError(error: Error): boolean {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true
  // To get the credentials, the SDK may send a request, which may fail too.
  if (error.name === 'CredentialsProviderError') return true
  if (!('code' in error) || typeof error.code !== 'string') return false
  // Only `ERR_` codes about TLS or streams are network errors. Any other `ERR_` code of Node.js is caused by
  // a bug in this program.
  return !error.code.startsWith('ERR_') || /^ERR_(?:TLS|SSL|STREAM_PREMATURE)/.test(error.code)
}
