import { signInErrorMessage } from '#shared/sign-in-errors'
import { ApiError } from '#shared/client'

/**
 * Returns the failure of a sign-in through a provider or proxy, from the `error` parameter of the page to
 * which it redirected; null without one. The text never comes from the address, which anyone can write.
 */
export function providerFailure(error: unknown): ApiError | null {
  if (typeof error !== 'string' || error === '') return null
  return new ApiError(signInErrorMessage(error), 403, error, null, null)
}
