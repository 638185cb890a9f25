import type { Input } from '#shared/contract'
import type { Actor } from '~~/server/access/actor'
import { snapshotOf, type LiveReview } from '~~/server/live/live-review'
import { subscribe } from '~~/server/live/pubsub'
import { findSharedReview } from './find-shared-review'

/** Follows a shared review, for anyone, for as long as its link is valid. */
export async function watchShare(_actor: Actor, input: Input<'watchShare'>): Promise<LiveReview> {
  const { review, workspace } = await findSharedReview(input.token, Date.now())
  return {
    read: async () => snapshotOf((await findSharedReview(input.token, Date.now())).review),
    subscribe: listener => subscribe([review.id, workspace.id], listener),
  }
}
