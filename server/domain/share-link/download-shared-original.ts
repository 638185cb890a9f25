import type { Input } from '#shared/contract'
import type { AnonymousActor } from '~~/server/access/actor'
import { openOriginal, type Served } from '~~/server/domain/artifact/download-original'
import { openShare } from './open-share'
import { recordAsVisitor } from './record-as-visitor'
import { findSharedArtifact } from './shared-resources'

/**
 * Returns the original bytes of a revision of a shared artifact. Without a revision number, returns the
 * original bytes of the latest revision.
 */
export async function downloadSharedOriginal(
  visitor: AnonymousActor,
  input: Input<'downloadSharedOriginal'>,
): Promise<Served> {
  const share = await openShare(visitor, input.token, 'downloadShared')
  const loaded = await findSharedArtifact(share, input.id)
  return openOriginal(loaded, input.revision, recordAsVisitor(visitor, share, input.token))
}
