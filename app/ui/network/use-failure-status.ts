import { ApiError } from '#shared/client'
/** Gives the server-rendered page the status of the API error, so that an invalid link responds with 404. */
export function useFailureStatus() {
  const event = useRequestEvent()
  return (error: unknown): never => {
    if (event && error instanceof ApiError) setResponseStatus(event, error.status || 502)
    throw error
  }
}
