import { eq } from 'drizzle-orm'
import type { Db } from './engine'
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
  workspace,
} from './schema'

/**
 * The functions below select a row together with the rows that it belongs to, up to its workspace. Each
 * function returns a query without a condition: the caller adds `where`. The functions do not check access;
 * the loaders of server/access do.
 */

/** The columns of a workspace that operations on its projects and reviews need. */
export const workspaceColumns = {
  id: workspace.id,
  plan: workspace.plan,
  storageQuota: workspace.storageQuota,
  retentionDays: workspace.retentionDays,
  suspendedAt: workspace.suspendedAt,
  deletesAt: workspace.deletesAt,
}
// The columns of the project and the workspace that operations on their contents need. Other columns are not
// selected, since reading a column takes as long as finding the row.
const scope = {
  project: {
    id: project.id,
    name: project.name,
    workspaceId: project.workspaceId,
    needsAllReviewers: project.needsAllReviewers,
    baselines: project.baselines,
    passesUnchanged: project.passesUnchanged,
  },
  workspace: workspaceColumns,
}
const reviewScope = { review: { id: review.id }, ...scope }

/** Selects projects, each with its workspace. */
export function selectProjects(executor: Db) {
  return executor
    .select({ project, workspace: workspaceColumns })
    .from(project)
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects reviews, each with its project and workspace. */
export function selectReviews(executor: Db) {
  return executor
    .select({ review, ...scope })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects artifacts, each with its review, project and workspace. */
export function selectArtifacts(executor: Db) {
  return executor
    .select({ artifact, ...reviewScope })
    .from(artifact)
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects revisions, each with its artifact, review, project and workspace. */
export function selectRevisions(executor: Db) {
  return executor
    .select({ revision, artifact, ...reviewScope })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects upload URLs, each with its revision, artifact, review, project and workspace. */
export function selectUploads(executor: Db) {
  return executor
    .select({ upload, revision, artifact, ...reviewScope })
    .from(upload)
    .innerJoin(revision, eq(revision.id, upload.revisionId))
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects threads, each with its review, project and workspace. */
export function selectThreads(executor: Db) {
  return executor
    .select({ thread, ...reviewScope })
    .from(thread)
    .innerJoin(review, eq(review.id, thread.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects comments, each with its thread, review, project and workspace. */
export function selectComments(executor: Db) {
  return executor
    .select({ comment, thread: { id: thread.id }, ...reviewScope })
    .from(comment)
    .innerJoin(thread, eq(thread.id, comment.threadId))
    .innerJoin(review, eq(review.id, thread.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects pending comments, each with its review, project and workspace. */
export function selectPendingComments(executor: Db) {
  return executor
    .select({ pendingComment, ...reviewScope })
    .from(pendingComment)
    .innerJoin(review, eq(review.id, pendingComment.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}

/** Selects share links, each with its review, project and workspace. */
export function selectShareLinks(executor: Db) {
  return executor
    .select({ shareLink, review, ...scope })
    .from(shareLink)
    .innerJoin(review, eq(review.id, shareLink.reviewId))
    .innerJoin(project, eq(project.id, review.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
}
