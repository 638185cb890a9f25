import { ApiError } from '#shared/client'
/**
 * Returns a function that sets the status of the server-rendered page to the status of the API error, so that
 * a page with an invalid link responds with 404.
 */
export function useFailureStatus() {
  const event = useRequestEvent()
  return (error: unknown): never => {
    if (event && error instanceof ApiError) setResponseStatus(event, error.status || 502)
    throw error
  }
}
