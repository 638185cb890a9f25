import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '~~/server/db'
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

/** Selects revisions for a media link, with the title of their artifact and their workspace. */
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

/** Selects the revision of a media link. */
export const selectLinked = prepared(executor =>
  linkedWhere(executor, eq(revision.id, sql.placeholder('id'))).prepare(),
)

/** Selects the completed revisions of the artifact of a media link, the latest first. */
export const selectLinkedToArtifact = prepared(executor =>
  linkedWhere(executor, and(eq(revision.artifactId, sql.placeholder('id')), isNotNull(revision.completedAt)))
    .orderBy(desc(revision.index))
    .prepare(),
)
