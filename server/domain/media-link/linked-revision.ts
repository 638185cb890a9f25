import { eq, sql } from 'drizzle-orm'
import { workspaceColumns } from '~~/server/db/joins'
import { prepared } from '~~/server/db/prepared'
import { artifact, review, revision, workspace } from '~~/server/db/schema'

const { id, index, mime, originalKey, completedAt, mediaDeletedAt } = revision
const { embedKey, embedMime, embedBytes, embedGeneration, downloadGeneration } = revision
const { posterOriginalKey, posterKey, posterMime, posterBytes, posterGeneration } = revision

/** The columns that serving a media link uses, of a table with many. */
const columns = {
  ...{ id, index, mime, originalKey, completedAt, mediaDeletedAt },
  ...{ embedKey, embedMime, embedBytes, embedGeneration, downloadGeneration },
  ...{ posterOriginalKey, posterKey, posterMime, posterBytes, posterGeneration },
}

/** A revision, as far as serving a media link of it needs it. */
export type LinkedRevision = Pick<typeof revision.$inferSelect, keyof typeof columns>

/** Selects the revision of a media link with the title of its artifact and its workspace. */
export const selectLinked = prepared(executor =>
  executor
    .select({
      revision: columns,
      title: artifact.title,
      workspace: workspaceColumns,
    })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(workspace, eq(workspace.id, review.workspaceId))
    .where(eq(revision.id, sql.placeholder('id')))
    .prepare(),
)
