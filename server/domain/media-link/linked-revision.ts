import { desc, eq, type SQL } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { workspaceColumns } from '~~/server/db/joins'
import { prepared } from '~~/server/db/prepared'
import { artifact, review, revision, workspace } from '~~/server/db/schema'
import { isCompletedOf } from '~~/server/db/completed-revisions'

const { id, index, mime, originalKey, completedAt, mediaDeletedAt } = revision
const { embedKey, embedMime, embedBytes, embedGeneration, downloadGeneration } = revision
const { posterOriginalKey, posterKey, posterMime, posterBytes, posterGeneration } = revision

/** The columns of a revision that are needed to serve a media link. The table has many other columns. */
const columns = {
  ...{ id, index, mime, originalKey, completedAt, mediaDeletedAt },
  ...{ embedKey, embedMime, embedBytes, embedGeneration, downloadGeneration },
  ...{ posterOriginalKey, posterKey, posterMime, posterBytes, posterGeneration },
}

/** The fields of a revision that are needed to serve a media link. */
export type LinkedRevision = Pick<typeof revision.$inferSelect, keyof typeof columns>

/** Selects revisions for media links, each with the title of its artifact and with its workspace. */
const linkedWhere = (executor: Db, condition: SQL | undefined) =>
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
    .where(condition)

/** Selects the revision that a media link shows. */
export const selectLinked = prepared({ id: revision.id }, (executor, { id: revisionId }) =>
  linkedWhere(executor, eq(revision.id, revisionId)),
)

/** Selects the completed revisions for a media link that follows an artifact, latest first. */
export const selectLinkedToArtifact = prepared(
  { artifactId: revision.artifactId },
  (executor, { artifactId }) =>
    linkedWhere(executor, isCompletedOf(artifactId)).orderBy(desc(revision.index)),
)
