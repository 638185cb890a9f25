import { MediaError, type MediaReason } from '../error'
import type { MediaJob } from './jobs'

/** A message to a media process, which runs one job at a time. */
export interface JobMessage {
  job: MediaJob
  input: unknown
  /** The CPU time that the job may use, in milliseconds. */
  cpuMs: number
}

/**
 * A message from a media process: the result or the error of a job, and the memory that the process uses
 * (resident set size).
 */
export type ResultMessage = { rssBytes: number } & ({ result: unknown } | { error: SentError })

/** An error as plain data. */
export interface SentError {
  media?: { reason: MediaReason; hint: string | null }
  message: string
  code?: string
  stack?: string
}

/** Converts an error to plain data for another process. */
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

/**
 * Converts an error that {@link toSent} returned back to a MediaError, or to an error with the same message
 * and code.
 */
export function fromSent({ media, message, code, stack }: SentError): Error {
  if (media) return new MediaError(media.reason, message, media.hint)
  return Object.assign(new Error(message), { ...(code && { code }), ...(stack && { stack }) })
}

/** The signal by which a media process ends itself when a job exceeds its time or memory. */
export const LIMIT_SIGNAL = 'SIGUSR2'

/**
 * The largest amount of memory of a media process, in bytes. Native memory and JavaScript memory count
 * together.
 */
export const MAX_RSS_BYTES = 1024 * 1024 * 1024
/**
 * The largest JavaScript heap of a media process, in MiB. It is enough for the sample tables of a video of
 * several hours.
 */
export const MAX_HEAP_MB = 512
