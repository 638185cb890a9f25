import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { setStatus } from './set-status'

/** Returns the status of a thread after an agent marked it addressed. */
export const afterAddressing = (before: ThreadStatus): ThreadStatus =>
  before === 'open' ? 'addressed' : before

/** Marks a thread addressed; a resolved thread stays resolved. Adds the comment, if given, in both cases. */
export async function addressThread(caller: Caller, input: { id: string; body?: string }): Promise<Thread> {
  return setStatus(caller, 'comment', input, afterAddressing)
}
