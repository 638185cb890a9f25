import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { setStatus } from './set-status'

/** Resolves or reopens a thread. In both cases, a given comment is added to the thread. */
export async function resolveThread(
  caller: Caller,
  input: { id: string; status: 'resolved' | 'open'; body?: string },
): Promise<Thread> {
  return setStatus(caller, 'resolve', input, () => input.status)
}
