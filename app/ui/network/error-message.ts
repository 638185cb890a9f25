import type { ReachedQuota } from '#shared/client'
import { errors as text } from '~/text/common'

/** An `ApiError`, or the plain object that a page gets instead if the server rendered the page. */
export interface Failure {
  message?: string
  status?: number
  statusCode?: number
  data?: { code?: string; hint?: string | null; quota?: ReachedQuota | null }
}

/** Formats a failure for people: its cause, and the action that they can take. */
export function errorMessage(error: unknown): string {
  const { message, data } = (error ?? {}) as Failure
  // For a reached limit or a missing resource, the server's hint is written for clients of the API, so
  // another text is shown.
  if (data?.quota) return `${message} ${text.quota}`
  if (data?.code === 'not_found') return `${message} ${text.notFound}`
  return [message, data?.hint ?? text.nothingLost].filter(Boolean).join(' ')
}
