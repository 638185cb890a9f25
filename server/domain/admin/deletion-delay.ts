import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { DAY } from '#shared/time'

/** Returns the time of a deletion that is scheduled at the given time, in epoch milliseconds. */
export const endOfDeletionDelay = (now: number): number => now + limits.deletionDelayDays * DAY

/** Throws `conflict` if the delay of a deletion has passed, since the deletion may have begun. */
export function assertCancellable(deletesAt: number, now: number): void {
  if (now >= deletesAt)
    throw new AppError('conflict', {
      message: `The ${limits.deletionDelayDays} days in which the deletion could be cancelled have passed.`,
      hint: 'Restore what is needed from a backup.',
    })
}
