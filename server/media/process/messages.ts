import { MediaError, type MediaReason } from '../error'
import type { MediaJob } from './jobs'

/** To a media process: one job at a time. */
export interface JobMessage {
  job: MediaJob
  input: unknown
  /** CPU milliseconds the job may use. */
  cpuMs: number
}

/** From a media process: the end of its job, with the memory it holds now. */
export type ResultMessage = { rssBytes: number } & ({ result: unknown } | { error: SentError })

/** An error as plain data. */
export interface SentError {
  media?: { reason: MediaReason; hint: string | null }
  message: string
  code?: string
  stack?: string
}

/** Describes an error for the other process. */
export function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack } = error
  const code = 'code' in error ? String(error.code) : undefined
  return {
    message,
    stack,
    code,
    ...(error instanceof MediaError && { media: { reason: error.reason, hint: error.hint } }),
  }
}

/** The error that {@link toSent} described: a MediaError again, or one with the same code. */
export function fromSent({ media, message, code, stack }: SentError): Error {
  if (media) return new MediaError(media.reason, message, media.hint)
  return Object.assign(new Error(message), { ...(code && { code }), ...(stack && { stack }) })
}

/** The signal by which a media process ends itself when a job has used up its time or its memory. */
export const LIMIT_SIGNAL = 'SIGUSR2'

/** Memory of a media process, native and JavaScript together. */
export const MAX_RSS_BYTES = 1024 * 1024 * 1024
/** JavaScript heap of a media process: enough for the sample tables of several hours of recording. */
export const MAX_HEAP_MB = 512
