import type { Thread } from '#shared/contract/thread'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { setStatus } from './set-status'

/** Marks a thread addressed; a resolved one stays resolved. Adds the comment, if given, either way. */
export async function addressThread(actor: Actor, input: { id: string; body?: string }): Promise<Thread> {
  return setStatus(requireCaller(actor), input, before => (before === 'open' ? 'addressed' : before))
}
