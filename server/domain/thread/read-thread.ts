import type { Input, Output } from '#shared/contract'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { serializeThread } from './serialize'

/** Returns a thread with its comments. */
export async function readThread(caller: Caller, input: Input<'readThread'>): Promise<Output<'readThread'>> {
  await loadThread(caller, input.id, 'readFeedback')
  return serializeThread(db, input.id)
}
