import { and, count, eq, sql, type SQL } from 'drizzle-orm'
import { db } from '~~/server/db'
import { artifact, commentImage, review, revision, thread, workspace } from '~~/server/db/schema'

/** Bytes of the original, where it is stored. */
const original = sql`case when ${revision.originalKey} is null then 0 else ${revision.bytes} end`

/** Bytes of the frames that comments on a video have. Read by the artifact, which has an index. */
const frames = sql`case when ${eq(artifact.kind, 'video')} then (
  select coalesce(sum(${thread.frameBytes}), 0) from ${thread}
  where ${and(eq(thread.artifactId, artifact.id), eq(thread.revisionId, revision.id))}) else 0 end`

/** Bytes of the derivatives that are stored and named by rows: not of thumbnails. */
const derivatives = sql`(
  case when ${revision.embedKey} is null then 0 else coalesce(${revision.embedBytes}, 0) end +
  case when ${revision.posterKey} is null then 0 else coalesce(${revision.posterBytes}, 0) end + ${frames})`

const total = (value: SQL) => sql`coalesce(sum(${value}), 0)`.mapWith(Number)

/** Sums over revisions joined with their artifacts: the bytes that are stored for them. */
export const storedBytes = {
  images: total(sql`case when ${eq(artifact.kind, 'image')} then ${original} else 0 end`),
  videos: total(sql`case when ${eq(artifact.kind, 'video')} then ${original} else 0 end`),
  derivatives: total(derivatives),
}

/** A sum over images of comments: the bytes that are stored for them, without thumbnails. */
export const commentImageBytes = total(
  sql`case when ${commentImage.key} is null then 0 else ${commentImage.bytes} end`,
)

/** How many revisions and images of comments there are, and the bytes that are stored for them. */
export interface StoredSum {
  files: number
  bytes: number
}

/** Sums the revisions, and the images of comments, that conditions on each and its workspace choose. */
export async function sumStored(evidence: SQL | undefined, images: SQL | undefined): Promise<StoredSum> {
  const [revisions] = await db
    .select({ files: count(), ...storedBytes })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(workspace, eq(workspace.id, review.workspaceId))
    .where(evidence)
  const [ofComments] = await db
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
