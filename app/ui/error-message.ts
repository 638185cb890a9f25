import type { ReachedQuota } from '#shared/client'
import { quotaMessage } from '~/workspace/quotas'

/** An ApiError, or its form after Nuxt passed it from the server's render to the browser. */
export interface Failure {
  message?: string
  status?: number
  statusCode?: number
  data?: { code?: string; hint?: string | null; quota?: ReachedQuota | null }
}

const NOT_FOUND_EXPLANATION =
  'It may have been deleted, the link may be incomplete, or you may not have access to it.'

/** Formats a failure for people: what happened, and what to do. */
export function errorMessage(error: unknown): string {
  const { message, data } = (error ?? {}) as Failure
  if (data?.quota) return quotaMessage(data.code ?? '', data.quota)
  // The server's hint for a missing resource addresses developers of API clients.
  if (data?.code === 'not_found') return `${message} ${NOT_FOUND_EXPLANATION}`
  return [message, data?.hint ?? 'No data was lost.'].filter(Boolean).join(' ')
}
