import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { hashCandidates, unchangedRevision, type Target } from './find-target'
import { requireArtifacts } from './require-artifacts'

type Checked = Input<'checkEvidence'>['files'][number]
type Candidate = Target['candidates'][number] & { artifactId: string; isBefore: boolean }

/**
 * Returns, for each file, whether its evidence already has the bytes of the file, so that a client need not
 * send them. A file that shows the state before a change is compared with all revisions that show such a
 * state. Other files are compared with the current revision. Throws `not_found` for evidence of another
 * review.
 */
export async function checkEvidence(
  caller: Caller,
  { reviewId, files }: Input<'checkEvidence'>,
): Promise<Output<'checkEvidence'>> {
  const { review } = await loadReview(caller, reviewId, 'contribute', db, 'reviewId')
  await requireArtifacts(review.id, files)
  const ids = [...new Set(files.map(each => each.artifactId))]
  const revisions = await db
    .select({
      id: revision.id,
      artifactId: revision.artifactId,
      bytes: revision.bytes,
      isBefore: revision.isBefore,
      originalKey: revision.originalKey,
      originalHash: revision.originalHash,
    })
    .from(revision)
    .where(and(inArray(revision.artifactId, ids), isNotNull(revision.completedAt)))
    .orderBy(asc(revision.index))
  const byArtifact = Map.groupBy(revisions, each => each.artifactId)
  const known = new Map<string, string | null>()
  const unchanged: boolean[] = []
  for (const file of files) {
    const candidates = candidatesOf(file, byArtifact.get(file.artifactId) ?? [])
    await hashCandidates({ candidates }, known)
    unchanged.push(unchangedRevision(file, { candidates }, known) !== undefined)
  }
  return { unchanged }
}

function candidatesOf({ bytes, isBefore }: Checked, completed: readonly Candidate[]): Candidate[] {
  const compared = isBefore ? completed.filter(each => each.isBefore) : completed.slice(-1)
  return compared.filter(each => each.bytes === bytes)
}
