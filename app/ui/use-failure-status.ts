import { ApiError } from '~/ui/use-api'
/**
 * Lets a page that cannot be shown answer with the status of what failed, so that a dead link is a 404 to
 * machines too.
 */
export function useFailureStatus() {
  const event = useRequestEvent()
  return (error: unknown): never => {
    if (event && error instanceof ApiError) setResponseStatus(event, error.status || 502)
    throw error
  }
}
