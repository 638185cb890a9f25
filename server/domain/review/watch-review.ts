import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import { SECOND } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { humanOfSession } from '~~/server/sign-in/session'
import { snapshotOf, type LiveReview, type Snapshot } from '~~/server/changes/live-review'
import { subscribe, viewersTopic } from '~~/server/changes/live'
import { recordViewer, readViewers } from './presence'

/**
 * The age in milliseconds at which the session and the review are read again although no event says that they
 * changed: a session may expire. It is shorter than the time between two reads of an idle stream.
 */
const RECHECK_MS = 15 * SECOND

/**
 * Streams the changes of a review to a person as long as their session and their membership last. During this
 * time, other people see the person among the viewers of the review. If only the viewers changed, the session
 * and the review are not read again.
 */
export async function watchReview(human: HumanActor, input: Input<'watchReview'>): Promise<LiveReview> {
  const { review, workspace } = await loadReview(human, input.id, 'useDashboard')
  /** The number of events that said that the session or the review may have changed. */
  let changes = 0
  let known: { state: Snapshot; at: number; changes: number } | null = null
  async function readReview(): Promise<Snapshot> {
    const present = await humanOfSession(human.sessionId)
    if (!present) throw new AppError('not_found')
    return snapshotOf((await loadReview(present, review.id, 'useDashboard')).review)
  }
  return {
    workspaceId: workspace.id,
    async read() {
      if (known?.changes !== changes || Date.now() - known.at >= RECHECK_MS) {
        // An event during the read makes its result outdated.
        const before = { at: Date.now(), changes }
        known = { ...before, state: await readReview() }
      }
      return { ...known.state, viewers: await readViewers(review.id, human.id) }
    },
    subscribe(listener) {
      const ends = [
        subscribe([review.id, workspace.id, human.sessionId], () => {
          changes++
          listener()
        }),
        subscribe([viewersTopic(review.id)], listener),
        recordViewer(review.id, human.id),
      ]
      return () => ends.forEach(end => end())
    },
  }
}
