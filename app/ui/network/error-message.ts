import type { ReachedQuota } from '#shared/client'
import { errors as text } from '~/text/common'

/** An ApiError, or its form after Nuxt passed it from the server's render to the browser. */
export interface Failure {
  message?: string
  status?: number
  statusCode?: number
  data?: { code?: string; hint?: string | null; quota?: ReachedQuota | null }
}

/** Formats a failure for people: its cause, and what to do. */
export function errorMessage(error: unknown): string {
  const { message, data } = (error ?? {}) as Failure
  // The server's hints for a reached limit and a missing resource address clients of the API.
  if (data?.quota) return `${message} ${text.quota}`
  if (data?.code === 'not_found') return `${message} ${text.notFound}`
  return [message, data?.hint ?? text.nothingLost].filter(Boolean).join(' ')
}
