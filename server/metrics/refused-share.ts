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
