import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { humanOfSession } from '~~/server/access/session'
import { snapshotOf, type LiveReview } from '~~/server/live/live-review'
import { subscribe } from '~~/server/live/pubsub'

/** Follows a review, for a person, for as long as their session and their membership last. */
export async function watchReview(human: HumanActor, input: Input<'watchReview'>): Promise<LiveReview> {
  const { workspace } = await loadReview(human, input.id, 'useDashboard')
  return {
    async read() {
      const present = await humanOfSession(human.sessionId)
      if (!present) throw new AppError('not_found')
      return snapshotOf((await loadReview(present, input.id, 'useDashboard')).review)
    },
    subscribe: listener => subscribe([input.id, workspace.id, human.sessionId], listener),
  }
}
