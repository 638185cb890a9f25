import type { Actor } from '~~/server/access/actor'
import { stateOf } from '~~/server/domain/review/answer-state'
import { findSharedReview } from './find-shared-review'

/** Returns what the response about a share link depends on. Throws as the operation does. */
export async function shareState(
  _actor: Actor,
  { token }: { token: string },
): Promise<ReturnType<typeof stateOf>> {
  return stateOf(await findSharedReview(token, Date.now()))
}
