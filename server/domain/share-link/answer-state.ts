import type { Actor } from '~~/server/access/actor'
import { stateOf, type State } from '~~/server/domain/review/answer-state'
import { findSharedReview } from './find-shared-review'

/** Returns what the response about a share link depends on. Throws as the operation does. */
export async function shareState(_actor: Actor, { token }: { token: string }): Promise<State> {
  return stateOf(await findSharedReview(token, Date.now()))
}
