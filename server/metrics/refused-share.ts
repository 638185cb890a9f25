import { AppError } from '#shared/errors'
import { metrics } from './index'

/** The number of seconds after which a client can try again after a refusal. */
const RETRY_SECONDS = 5

/**
 * Counts the refusal of a fair share in the metrics, and returns its error. `limit`: the name of the share in
 * the metric `exhibit_rate_limited_total`.
 */
export function refusedShare(
  limit: string,
  message: string,
  hint = 'Wait for the responses to earlier requests, then try again.',
): AppError {
  metrics.rateLimited(limit)
  return new AppError('rate_limited', { message, hint, retryAfter: RETRY_SECONDS })
}
