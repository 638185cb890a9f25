import { and, asc, eq } from 'drizzle-orm'
import { invalid } from '#shared/errors'
import type { Db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import type { ArtifactRow, RevisionRow } from '~~/server/domain/artifact/rows'
import { isCompletedOf } from '~~/server/db/completed-revisions'
import { hashOfBlob } from '~~/server/domain/artifact/blob-hash'
import { blobs } from '~~/server/storage/blobs'
import type { Evidence } from './evidence'
import { noSuchArtifact } from './require-artifacts'
import { shownColumns, type ShownRevision } from '~~/server/domain/artifact/shown-pictures'

const completedColumns = {
  mime: revision.mime,
  bytes: revision.bytes,
  originalKey: revision.originalKey,
  originalHash: revision.originalHash,
  contextKey: revision.contextKey,
  ...shownColumns,
}

/** The existing artifact to which a file of a call belongs, with the revisions to compare the file with. */
export interface Target {
  artifact: ArtifactRow | null
  /** Completed revisions that may be identical to the file: they have the same type and size. */
  candidates: { id: string; bytes: number; originalKey: string | null; originalHash: string | null }[]
  /** The completed revisions of the artifact, in the order of their indexes. */
  completed: (ShownRevision & Pick<RevisionRow, 'contextKey'>)[]
}

/**
 * Finds the artifact that a file belongs to, by the artifact's id or by title and kind. Throws `not_found` if
 * the artifact is in another review, and `invalid_request` if it is of another kind or if several artifacts
 * have the title.
 */
export async function findTarget(executor: Db, reviewId: string | null, evidence: Evidence): Promise<Target> {
  const found = reviewId === null ? null : await findArtifact(executor, reviewId, evidence)
  if (!found) return { artifact: null, candidates: [], completed: [] }
  const completed = await executor
    .select(completedColumns)
    .from(revision)
    .where(isCompletedOf(found.id))
    .orderBy(asc(revision.index))
  // A file that shows the state before a change may equal any earlier revision. Other files are compared only
  // with the current revision.
  const compared = evidence.isBefore ? completed : completed.slice(-1)
  return {
    artifact: found,
    candidates: compared.filter(each => each.mime === evidence.mime && each.bytes === evidence.bytes),
    completed,
  }
}

async function findArtifact(executor: Db, reviewId: string, evidence: Evidence): Promise<ArtifactRow | null> {
  const { part, name, title, kind, artifactId } = evidence
  if (artifactId !== null) {
    const [row] = await executor.select().from(artifact).where(eq(artifact.id, artifactId))
    if (row?.reviewId !== reviewId) throw noSuchArtifact(part, artifactId)
    if (row.kind !== kind)
      throw invalid(
        part,
        `"${name}" is ${kind === 'image' ? 'an image' : 'a video'}, but "${row.title}" is not.`,
        'Send it in the part "files" to add it as new evidence.',
      )
    return row
  }
  const [row, ...others] = await executor
    .select()
    .from(artifact)
    .where(and(eq(artifact.reviewId, reviewId), eq(artifact.title, title ?? ''), eq(artifact.kind, kind)))
    .orderBy(asc(artifact.createdAt), asc(artifact.id))
  if (row && others.length > 0)
    throw invalid(
      part,
      `The review has several ${kind}s with the title "${title}": ` +
        `${[row, ...others].map(each => each.id).join(', ')}.`,
      'Choose one: POST /v1/reviews/{id}/rounds takes a file in a part with the id of its artifact.',
    )
  return row ?? null
}

/** The hashes of stored originals by revision id. The hash is null if the original was deleted. */
export type KnownHashes = ReadonlyMap<string, string | null>

/**
 * Returns the id of the candidate revision that has the same bytes as a file. The hashes of all candidates
 * must be known.
 */
export const unchangedRevision = (
  { sha256 }: Pick<Evidence, 'sha256'>,
  { candidates }: Pick<Target, 'candidates'>,
  known: KnownHashes,
): string | undefined => candidates.findLast(({ id }) => known.get(id) === sha256)?.id

/**
 * Returns the hash of an original: from the row of the revision or, if the row contains none, computed from
 * the blob. Returns null if the blob is missing, because a missing original may be sent again.
 */
async function storedHash(key: string, bytes: number, stated: string | null): Promise<string | null> {
  if (stated === null) return hashOfBlob(key, bytes)
  return (await blobs().hasItem(key)) ? stated : null
}

/** Adds the hashes of the candidates to `known`, unless it already contains them. */
export async function hashCandidates(
  { candidates }: Pick<Target, 'candidates'>,
  known: Map<string, string | null>,
): Promise<void> {
  for (const { id, originalKey, originalHash, bytes } of candidates) {
    if (known.has(id)) continue
    known.set(id, originalKey === null ? null : await storedHash(originalKey, bytes, originalHash))
  }
}
