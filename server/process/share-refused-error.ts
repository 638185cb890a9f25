import { AppError } from '#shared/errors'
import { currentRequest } from './request-context'

/** The number of seconds after which a client can try again. */
const RETRY_SECONDS = 5

/**
 * Thrown when a holder (a workspace, a person or a client address) has reached its limit in `fairShares`. If
 * requests of other holders wait for the same call of `singleFlight`, that call runs again for them.
 */
export class ShareRefusedError extends AppError {
  /** The holder; undefined outside of requests. */
  readonly holder = currentRequest()?.holder

  constructor(message: string, hint: string) {
    super('rate_limited', { message, hint, retryAfter: RETRY_SECONDS })
  }
}
