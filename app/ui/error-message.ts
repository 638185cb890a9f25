import { reachedText, type Reached } from '~/workspace/quotas'

/** An ApiError, or what Nuxt made of one on its way from the server's render. */
export interface Failure {
  message?: string
  status?: number
  statusCode?: number
  data?: { code?: string; hint?: string | null; ceiling?: Reached | null }
}

/** A failure in sentences fit to show: what happened, and what to do. */
export function errorMessage(error: unknown): string {
  const { message, data } = (error ?? {}) as Failure
  if (data?.ceiling) return reachedText(data.code ?? '', data.ceiling)
  // The server's hint for this speaks to whoever writes a client.
  if (data?.code === 'not_found')
    return `${message} It may have been deleted, the link may be incomplete, or you may not have access to it.`
  return [message, data?.hint ?? 'No data was lost.'].filter(Boolean).join(' ')
}
