import type { FairShare, Share } from '~~/server/process/fair-share'
import { ShareRefusedError } from '~~/server/process/share-refused-error'
import { metrics } from './index'

/**
 * Counts the refusal of a fair share in the metrics, and returns its error. `limit`: the name of the share in
 * the metric `exhibit_rate_limited_total`.
 */
export function refusedShare(
  limit: string,
  message: string,
  hint = 'Wait for the responses to earlier requests, then try again.',
): ShareRefusedError {
  metrics.rateLimited(limit)
  return new ShareRefusedError(message, hint)
}

/**
 * Counts work in several fair shares. Returns a function to call when the work ends. Throws the error
 * of {@link refusedShare} if a limit is reached.
 */
export function takeShare(
  open: FairShare,
  shares: readonly Share[],
  limit: string,
  message: string,
): () => void {
  const end = open.take(shares)
  if (end) return end
  throw refusedShare(limit, message)
}
