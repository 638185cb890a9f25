import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { AppError, invalid } from '#shared/errors'
import type { Db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import type { ArtifactRow } from '~~/server/domain/artifact/serialize'
import { hashOfBlob } from '~~/server/domain/artifact/blob-hash'
import { blobs } from '~~/server/storage/blobs'
import type { Evidence } from './read-evidence'
import { shownColumns, type ShownRevision } from '~~/server/domain/artifact/shown-pictures'

const completedColumns = {
  mime: revision.mime,
  bytes: revision.bytes,
  originalKey: revision.originalKey,
  originalHash: revision.originalHash,
  ...shownColumns,
}

/** The artifact that a file belongs to; null for new evidence. */
export interface Target {
  artifact: ArtifactRow | null
  /** Completed revisions that may have the bytes of the file: they have the same type and size. */
  candidates: { id: string; bytes: number; originalKey: string | null; originalHash: string | null }[]
  /** The completed revisions of the artifact, in order. */
  completed: ShownRevision[]
}

/**
 * Finds the artifact of a file by its id, or by title and kind. Throws `not_found` for an artifact of another
 * review, and `invalid_request` for one of another kind or if several have the title.
 */
export async function findTarget(executor: Db, reviewId: string | null, evidence: Evidence): Promise<Target> {
  const found = reviewId === null ? null : await findArtifact(executor, reviewId, evidence)
  if (!found) return { artifact: null, candidates: [], completed: [] }
  const completed = await executor
    .select(completedColumns)
    .from(revision)
    .where(and(eq(revision.artifactId, found.id), isNotNull(revision.completedAt)))
    .orderBy(asc(revision.index))
  // The state before a change may equal any earlier revision; other files are compared with the current one.
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
    if (row?.reviewId !== reviewId)
      throw new AppError('not_found', {
        field: part,
        message: `This review has no artifact ${artifactId}.`,
        hint: 'GET /v1/reviews/{id} lists the artifacts of the review.',
      })
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

/** The hashes of stored originals; null if the original was deleted. */
export type KnownHashes = ReadonlyMap<string, string | null>

/** Returns the id of the revision with the bytes of a file. The hashes of its candidates must be known. */
export const unchangedRevision = (
  { sha256 }: Evidence,
  { candidates }: Pick<Target, 'candidates'>,
  known: KnownHashes,
): string | undefined => candidates.findLast(({ id }) => known.get(id) === sha256)?.id

/** Returns the hash in a row if the blob exists: a missing original may be sent again. */
async function storedHash(key: string, bytes: number, stated: string | null): Promise<string | null> {
  if (stated === null) return hashOfBlob(key, bytes)
  return (await blobs().hasItem(key)) ? stated : null
}

/** Adds the hashes of candidates that are not known yet. */
export async function hashCandidates(
  { candidates }: Target,
  known: Map<string, string | null>,
): Promise<void> {
  for (const { id, originalKey, originalHash, bytes } of candidates) {
    if (known.has(id)) continue
    known.set(id, originalKey === null ? null : await storedHash(originalKey, bytes, originalHash))
  }
}
