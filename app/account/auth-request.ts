import { fetchJson } from '~/ui/network/use-api'

/**
 * Calls the API of the authentication library: with GET if there is no body, else with POST. Throws an
 * `ApiError` if the request fails.
 */
export const authRequest = <T = unknown>(path: string, body?: object): Promise<T> =>
  fetchJson<T>(`/api/auth/${path}`, { method: body ? 'POST' : 'GET', body })
