import { and, eq, sql, type SQL } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { Db } from '~~/server/db'
import {
  artifact,
  comment,
  membership,
  notification,
  project,
  review,
  revision,
  thread,
  verdict,
  workspace,
} from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'

/**
 * Selects one character more than a notification shows. If this character exists, the text must be cut off.
 */
const startOf = (text: typeof comment.body | typeof verdict.comment) =>
  sql<string>`substr(${text}, 1, ${limits.notificationExcerpt + 1})`

/**
 * Selects notifications that their recipients may still see: the recipient is a member of the workspace, and
 * the workspace is not suspended.
 */
export const selectVisible = (executor: Db, condition: SQL | undefined) =>
  executor
    .select({
      notification,
      review: { id: review.id, title: review.title },
      projectName: project.name,
      workspaceId: project.workspaceId,
      comment: { threadId: comment.threadId, start: startOf(comment.body) },
      threadNumber: thread.number,
      artifact: { id: artifact.id, title: artifact.title },
      revisionIndex: revision.index,
      verdict: { comment: verdict.comment, start: startOf(verdict.comment) },
    })
    .from(notification)
    .innerJoin(review, eq(review.id, notification.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, and(eq(workspace.id, project.workspaceId), whereActive(workspace)))
    .innerJoin(
      membership,
      and(eq(membership.workspaceId, workspace.id), eq(membership.userId, notification.userId)),
    )
    .leftJoin(comment, eq(comment.id, notification.commentId))
    .leftJoin(thread, eq(thread.id, comment.threadId))
    .leftJoin(verdict, eq(verdict.id, notification.verdictId))
    .leftJoin(revision, eq(revision.id, notification.revisionId))
    .leftJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(condition)

export type VisibleNotification = Awaited<ReturnType<typeof selectVisible>>[number]
