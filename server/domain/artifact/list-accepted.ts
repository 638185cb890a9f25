import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import { limits } from '#shared/contract/kit/limits'
import { iso } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { artifact, review, revision } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { acceptedColumn } from './baseline'
import { baselineKey } from './baseline-key'
import { serializeRevision, shownRevision } from './serialize'

/**
 * Returns the revisions of the screen of an artifact that people accepted, newest first, at most
 * {@link limits.acceptedRevisions}. The project determines whether people accept revisions by verifying or by
 * merging.
 */
export async function listAccepted(
  caller: Caller,
  { id }: Input<'listAccepted'>,
): Promise<Output<'listAccepted'>> {
  const loaded = await loadArtifact(caller, id, 'readReviews')
  const acceptedAt = acceptedColumn(loaded.project.baselines)
  if (!acceptedAt) return { accepted: [] }
  const rows = await db
    .select({ artifact, revision: shownRevision, title: review.title, acceptedAt })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(
      and(eq(revision.baselineKey, baselineKey(loaded.project.id, loaded.artifact)), isNotNull(acceptedAt)),
    )
    .orderBy(desc(acceptedAt), desc(revision.id))
    .limit(limits.acceptedRevisions)
  const audience = { workspace: loaded.workspace, now: Date.now(), isVisitor: false }
  return {
    accepted: rows.map(row => ({
      reviewId: row.artifact.reviewId,
      reviewTitle: row.title,
      url: addresses.artifact(settings().publicUrl, row.artifact.reviewId, row.artifact.id),
      acceptedAt: iso(row.acceptedAt ?? 0),
      revision: serializeRevision(row.artifact, row.revision, audience),
    })),
  }
}
