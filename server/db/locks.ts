import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from './engine'
import { prepared } from './prepared'
import {
  artifact,
  comment,
  pendingComment,
  project,
  review,
  revision,
  shareLink,
  thread,
  upload,
  webhook,
} from './schema'
import { currentWrite } from './write'

/*
 * A write that calls no function of this file runs alone: on PostgreSQL, no other write of any node runs at
 * the same time. A write that first calls one of these functions runs at the same time as other writes,
 * except writes that take the same lock. It must lock everything that it checks before it changes data.
 *
 * A write that locks a person and a workspace locks the person first. If two writes wait for each other
 * nevertheless, the database ends one of them, and the server runs it again.
 *
 * These functions do nothing on SQLite, where writes run one after another. They also do nothing outside of a
 * write.
 */

/**
 * Returns the SQL expression that takes the advisory lock of a name. The name of a workspace's lock is the id
 * of the workspace.
 */
const lockOf = (name: SQLWrapper) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`

/** Selects the lock of the workspace of a review. */
const selectLock = (executor: Db) => executor.select({ lock: lockOf(review.workspaceId) })

/**
 * The statements that lock the workspace of a resource. A resource never changes its workspace, so the
 * statement takes the correct lock even if it had to wait. Read the row in a later statement, because a
 * statement that waited for the lock sees the data from before it waited.
 */
const locksOfWorkspace = {
  project: prepared({ id: project.id }, (executor, { id }) =>
    executor
      .select({ lock: lockOf(project.workspaceId) })
      .from(project)
      .where(eq(project.id, id)),
  ),
  review: prepared({ id: review.id }, (executor, { id }) =>
    selectLock(executor).from(review).where(eq(review.id, id)),
  ),
  artifact: prepared({ id: artifact.id }, (executor, { id }) =>
    selectLock(executor)
      .from(artifact)
      .innerJoin(review, eq(review.id, artifact.reviewId))
      .where(eq(artifact.id, id)),
  ),
  revision: prepared({ id: revision.id }, (executor, { id }) =>
    selectLock(executor)
      .from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .innerJoin(review, eq(review.id, artifact.reviewId))
      .where(eq(revision.id, id)),
  ),
  thread: prepared({ id: thread.id }, (executor, { id }) =>
    selectLock(executor)
      .from(thread)
      .innerJoin(review, eq(review.id, thread.reviewId))
      .where(eq(thread.id, id)),
  ),
  comment: prepared({ id: comment.id }, (executor, { id }) =>
    selectLock(executor)
      .from(comment)
      .innerJoin(thread, eq(thread.id, comment.threadId))
      .innerJoin(review, eq(review.id, thread.reviewId))
      .where(eq(comment.id, id)),
  ),
  pendingComment: prepared({ id: pendingComment.id }, (executor, { id }) =>
    selectLock(executor)
      .from(pendingComment)
      .innerJoin(review, eq(review.id, pendingComment.reviewId))
      .where(eq(pendingComment.id, id)),
  ),
  upload: prepared({ id: upload.id }, (executor, { id }) =>
    selectLock(executor)
      .from(upload)
      .innerJoin(revision, eq(revision.id, upload.revisionId))
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .innerJoin(review, eq(review.id, artifact.reviewId))
      .where(eq(upload.id, id)),
  ),
  shareLink: prepared({ id: shareLink.id }, (executor, { id }) =>
    selectLock(executor)
      .from(shareLink)
      .innerJoin(review, eq(review.id, shareLink.reviewId))
      .where(eq(shareLink.id, id)),
  ),
  webhook: prepared({ id: webhook.id }, (executor, { id }) =>
    executor
      .select({ lock: lockOf(webhook.workspaceId) })
      .from(webhook)
      .where(eq(webhook.id, id)),
  ),
}

/** The resources whose workspace can be locked by their id. */
export type LockedResource = keyof typeof locksOfWorkspace

/**
 * Locks the workspace of a resource until the end of the write. Other writes that lock the same workspace
 * wait.
 */
export async function lockWorkspaceOf(tx: Db, resource: LockedResource, id: string): Promise<void> {
  const locks = currentWrite()?.locks
  if (!locks) return
  locks.share()
  await locksOfWorkspace[resource](tx, { id })
}

/** Locks a workspace or a person by id, or any other name, until the end of the write. */
export async function lock(name: string): Promise<void> {
  await currentWrite()?.locks?.take(name)
}

/**
 * Lets other writes run at the same time. Use it for a write whose statements each need no protection from
 * other writes, such as a write that deletes expired rows, or that changes one row under a condition.
 */
export function lockNothing(): void {
  currentWrite()?.locks?.share()
}
