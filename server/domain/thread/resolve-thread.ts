import type { Thread } from '#shared/contract/thread'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { setStatus } from './set-status'

/** Resolves or reopens a thread, for people. Adds the comment, if given, either way. */
export async function resolveThread(
  actor: Actor,
  input: { id: string; status: 'resolved' | 'open'; body?: string },
): Promise<Thread> {
  return setStatus(requireHuman(actor), input, () => input.status)
}
