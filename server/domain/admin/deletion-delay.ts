import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { DAY } from '#shared/time'

/** Returns when a deletion takes place that is scheduled now, in epoch milliseconds. */
export const endOfDeletionDelay = (now: number): number => now + limits.deletionDelayDays * DAY

/** Throws `conflict` if a deletion is due, since it may have begun. */
export function assertCancellable(deletesAt: number, now: number): void {
  if (now >= deletesAt)
    throw new AppError('conflict', {
      message: `The ${limits.deletionDelayDays} days in which the deletion could be cancelled have passed.`,
      hint: 'Restore what is needed from a backup.',
    })
}
