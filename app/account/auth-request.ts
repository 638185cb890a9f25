import type { FetchError } from 'ofetch'
import { toApiError } from '~/ui/network/use-api'

/** Calls the authentication library: GET without a body, else POST. Throws {@link ApiError}. */
export async function authRequest<T = unknown>(path: string, body?: object): Promise<T> {
  try {
    return await $fetch<T>(`/api/auth/${path}`, { method: body ? 'POST' : 'GET', body, retry: 0 })
  } catch (error) {
    throw toApiError(error as FetchError)
  }
}
