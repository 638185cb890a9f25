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
 * Returns the content that visitors of a share link see: its review with embed URLs and with all threads, or
 * with as many threads as fit into `size`, the maximum length of their JSON in characters. Contains no
 * download URLs and no data about members. Throws as {@link openShare} does.
 */
export async function readShare(visitor: AnonymousActor, input: Input<'readShare'>): Promise<SharedReview> {
  const share = await openShare(visitor, input.token, 'look')
  const { allowComments, allowDownload } = share.shareLink
  const listed = await listedThreads(share.review)
  return pickSharedFields({
    ...(await serializeParts(db, share, Date.now(), true)),
    rounds: await serializeRounds(db, share.review.id),
    ...(input.size === undefined ? { threads: listed } : firstThreads(listed, input.size)),
    allowComments,
    allowDownload,
    guestId: guestIdOf(share.shareLink, visitor.cookies),
  })
}
