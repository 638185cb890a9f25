import type { Input } from '#shared/contract'
import type { AnonymousActor } from '~~/server/access/actor'
import { snapshotOf, type LiveReview } from '~~/server/changes/live-review'
import { subscribe } from '~~/server/changes/live'
import { openShare } from './open-share'
import { detailOf } from './serialize'

/** Streams the changes of a shared review as long as the visitor may see the review. */
export async function watchShare(visitor: AnonymousActor, input: Input<'watchShare'>): Promise<LiveReview> {
  const open = () => openShare(visitor, input.token, 'look')
  const { review, workspace } = await open()
  return {
    workspaceId: workspace.id,
    async read() {
      const share = await open()
      return { ...snapshotOf(share.review), allowed: detailOf(share.shareLink) }
    },
    subscribe: listener => subscribe([review.id, workspace.id], listener),
  }
}
