import { AppError } from '#shared/errors'
import { currentRequest } from './request-context'

/** The number of seconds after which a client can try again. */
const RETRY_SECONDS = 5

/**
 * Thrown when work is refused because of the fair share of the current request's holder. Calls of other
 * holders that share the work run it again: see `singleFlight`.
 */
export class ShareRefusedError extends AppError {
  /** The holder; undefined outside of requests. */
  readonly holder = currentRequest()?.holder

  constructor(message: string, hint: string) {
    super('rate_limited', { message, hint, retryAfter: RETRY_SECONDS })
  }
}
