import type { FetchError } from 'ofetch'
import { toApiError } from '~/ui/network/use-api'

/**
 * Calls the API of the authentication library: with GET if there is no body, else with POST. Throws {@link
 * ApiError}.
 */
export async function authRequest<T = unknown>(path: string, body?: object): Promise<T> {
  try {
    return await $fetch<T>(`/api/auth/${path}`, { method: body ? 'POST' : 'GET', body, retry: 0 })
  } catch (error) {
    throw toApiError(error as FetchError)
  }
}
