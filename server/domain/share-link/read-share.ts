import type { Input } from '#shared/contract'
import { SharedReview } from '#shared/contract/shared-review'
import type { AnonymousActor } from '~~/server/access/actor'
import { guestIdOf } from '~~/server/access/share-cookies'
import { db } from '~~/server/db'
import { serializeParts, serializeRounds } from '~~/server/domain/review/serialize'
import { listedThreads } from '~~/server/domain/thread/listed-threads'
import { firstThreads } from '~~/server/domain/thread/page-of-threads'
import { openShare } from './open-share'
import { fieldPicker } from './pick-fields'

const pickSharedFields = fieldPicker(SharedReview)

/**
 * Returns the content of a share link for visitors: its one review with all threads, or as many as fit into
 * `size`, and embed addresses; no download addresses and no personal state. Throws like {@link openShare}.
 */
export async function readShare(visitor: AnonymousActor, input: Input<'readShare'>): Promise<SharedReview> {
  const share = await openShare(visitor, input.token, 'look')
  const { allowComments, allowDownload } = share.shareLink
  const listed = await listedThreads(share.review)
  return pickSharedFields({
    ...(await serializeParts(db, share, Date.now(), false)),
    rounds: await serializeRounds(db, share.review.id),
    ...(input.size === undefined ? { threads: listed } : firstThreads(listed, input.size)),
    allowComments,
    allowDownload,
    guestId: guestIdOf(share.shareLink, visitor.cookies),
  })
}
