import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { setStatus } from './set-status'

/** Resolves or reopens a thread. In both cases, a given comment is added to the thread. */
export async function resolveThread(
  caller: Caller,
  { id, status, body }: { id: string; status: 'resolved' | 'open'; body?: string },
): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadThread(caller, id, 'resolve', tx)
    return setStatus(tx, caller, loaded, body, status)
  })
}
