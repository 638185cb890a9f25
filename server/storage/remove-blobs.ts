import { isUnavailable } from '~~/server/errors/unavailable'
import { log } from '~~/server/process/log'
import { blobs } from './blobs'

/**
 * Removes blobs that no row names: blobs of deleted rows after the commit, and blobs of a write that failed.
 * Does not throw, since the result of the request is already certain: a blob that cannot be removed is
 * logged, and the sweep removes it a day later. If the store does not respond, no further blob is tried, so
 * that the client does not wait for each. Where a response or a row states that bytes were deleted, use
 * `removeItem` instead, which throws.
 */
export async function removeUnnamed(keys: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    for await (const key of keys)
      await blobs()
        .removeItem(key)
        .catch((error: unknown) => {
          if (isUnavailable(error)) throw error
          log.warn('a blob was not removed; the sweep removes it', { key, error })
        })
  } catch (error) {
    log.warn('blobs were not removed; the sweep removes them', { error })
  }
}
