import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { humanOfSession } from '~~/server/sign-in/session'
import { snapshotOf, type LiveReview } from '~~/server/changes/live-review'
import { subscribe, viewersTopic } from '~~/server/changes/live'
import { recordViewer, readViewers } from './presence'

/**
 * Streams the changes of a review to a person as long as their session and their membership last. During this
 * time, other people see the person among the viewers of the review.
 */
export async function watchReview(human: HumanActor, input: Input<'watchReview'>): Promise<LiveReview> {
  const { review, workspace } = await loadReview(human, input.id, 'useDashboard')
  return {
    workspaceId: workspace.id,
    async read() {
      const present = await humanOfSession(human.sessionId)
      if (!present) throw new AppError('not_found')
      const loaded = await loadReview(present, review.id, 'useDashboard')
      return { ...snapshotOf(loaded.review), viewers: await readViewers(review.id, human.id) }
    },
    subscribe(listener) {
      const topics = [review.id, workspace.id, human.sessionId, viewersTopic(review.id)]
      const unsubscribe = subscribe(topics, listener)
      const leave = recordViewer(review.id, human.id)
      return () => {
        unsubscribe()
        leave()
      }
    },
  }
}
