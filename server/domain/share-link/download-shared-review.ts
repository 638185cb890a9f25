import type { Input } from '#shared/contract'
import type { AnonymousActor } from '~~/server/access/actor'
import type { Attachment } from '~~/server/domain/export/attachment'
import { zipOriginals } from '~~/server/domain/export/download-review'
import { openShare } from './open-share'
import { recordAsVisitor } from './record-as-visitor'

/** Returns one ZIP file with the original of the latest revision of each artifact of a shared review. */
export async function downloadSharedReview(
  visitor: AnonymousActor,
  input: Input<'downloadSharedReview'>,
): Promise<Attachment> {
  const share = await openShare(visitor, input.token, 'downloadShared')
  return zipOriginals(share, recordAsVisitor(visitor, share, input.token))
}
