import { signInErrorMessage } from '#shared/sign-in-errors'
import { ApiError } from '#shared/client'

/**
 * Returns the failure of a sign-in through a provider or proxy, which redirects with the query parameter
 * `error`; null without this parameter. The text of the failure is never taken from the URL, because anyone
 * can write a URL.
 */
export function providerFailure(error: unknown): ApiError | null {
  if (typeof error !== 'string' || error === '') return null
  return new ApiError(signInErrorMessage(error), 403, error, null, null)
}
