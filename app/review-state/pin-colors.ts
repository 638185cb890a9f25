import type { ThreadStatus } from '#shared/contract/review-status'

/** The background of the pin, marker or range of a comment, by the status of the comment. */
export const pinColors: Readonly<Record<ThreadStatus, string>> = {
  open: 'bg-(--mark-pin)',
  addressed: 'bg-(--mark-addressed)',
  resolved: 'bg-emerald-700',
}
