import { and, count, eq, sql, type SQL } from 'drizzle-orm'
import { MINUTE } from '#shared/time'
import { db, type Db } from '~~/server/db'
import { artifact, commentImage, review, revision, thread, workspace } from '~~/server/db/schema'

/** The bytes of the original, or 0 if it is not stored. */
const original = sql`case when ${revision.originalKey} is null then 0 else ${revision.bytes} end`

/**
 * The bytes of the video frames that are stored with the comments on a revision. The condition on the
 * artifact makes the query use an index.
 */
const frames = sql`case when ${eq(artifact.kind, 'video')} then (
  select coalesce(sum(${thread.frameBytes}), 0) from ${thread}
  where ${and(eq(thread.artifactId, artifact.id), eq(thread.revisionId, revision.id))}) else 0 end`

/** The bytes of the stored derivatives and contexts to which rows refer. Thumbnails are not counted. */
const derivatives = sql`(
  case when ${revision.embedKey} is null then 0 else coalesce(${revision.embedBytes}, 0) end +
  case when ${revision.posterKey} is null then 0 else coalesce(${revision.posterBytes}, 0) end +
  case when ${revision.contextKey} is null then 0 else coalesce(${revision.contextBytes}, 0) end + ${frames})`

const total = (value: SQL) => sql`coalesce(sum(${value}), 0)`.mapWith(Number)

/** The sums of the stored bytes, for a query that joins revisions with their artifacts. */
export const storedBytes = {
  images: total(sql`case when ${eq(artifact.kind, 'image')} then ${original} else 0 end`),
  videos: total(sql`case when ${eq(artifact.kind, 'video')} then ${original} else 0 end`),
  derivatives: total(derivatives),
}

/** The sum of the stored bytes of comment images. Thumbnails are not counted. */
export const commentImageBytes = total(
  sql`case when ${commentImage.key} is null then 0 else ${commentImage.bytes} end`,
)

/** The number of revisions and comment images, and their stored bytes. */
export interface StoredSum {
  files: number
  bytes: number
}

/**
 * Counts the revisions that the first condition selects and the comment images that the second condition
 * selects, and sums their stored bytes. Each condition may use columns of the workspace.
 */
export async function sumStored(
  evidence: SQL | undefined,
  images: SQL | undefined,
  executor: Db = db,
): Promise<StoredSum> {
  const [revisions] = await executor
    .select({ files: count(), ...storedBytes })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(workspace, eq(workspace.id, review.workspaceId))
    .where(evidence)
  const [ofComments] = await executor
    .select({ files: count(), bytes: commentImageBytes })
    .from(commentImage)
    .innerJoin(review, eq(review.id, commentImage.reviewId))
    .innerJoin(workspace, eq(workspace.id, review.workspaceId))
    .where(images)
  const { files = 0, images: pictures = 0, videos = 0, derivatives = 0 } = revisions ?? {}
  return {
    files: files + (ofComments?.files ?? 0),
    bytes: pictures + videos + derivatives + (ofComments?.bytes ?? 0),
  }
}

let lastTotal: { at: number; bytes: Promise<number> } | null = null

/**
 * Returns the stored bytes of all workspaces. Reading them takes long, because all rows are read. So the
 * result is cached for five minutes, and read again after a failure.
 */
export function totalStoredBytes(): Promise<number> {
  const now = performance.now()
  if (!lastTotal || now - lastTotal.at > 5 * MINUTE)
    lastTotal = { at: now, bytes: sumStored(undefined, undefined).then(({ bytes }) => bytes) }
  lastTotal.bytes.catch(() => {
    lastTotal = null
  })
  return lastTotal.bytes
}
