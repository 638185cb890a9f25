import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { setStatus } from './set-status'

/** Returns the status of a thread after an agent marked it addressed. */
export const afterAddressing = (before: ThreadStatus): ThreadStatus =>
  before === 'open' ? 'addressed' : before

/**
 * Marks a thread addressed. A resolved thread stays resolved. In both cases, a given comment is added to the
 * thread.
 */
export async function addressThread(caller: Caller, input: { id: string; body?: string }): Promise<Thread> {
  return setStatus(caller, 'comment', input, afterAddressing)
}
