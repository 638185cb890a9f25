import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { ComparisonStatus } from '#shared/contract/comparison'
import { db } from '~~/server/db'
import { preparedForIds } from '~~/server/db/prepared'
import {
  archived,
  artifact,
  comment,
  notification,
  pendingComment,
  requestedReviewer,
  review,
  revision,
  seen,
  snoozed,
  thread,
  verdict,
} from '~~/server/db/schema'
import { isCurrentRevision, latestCompleted } from '~~/server/domain/artifact/current-revision'
import { hasNewActivity } from './new-activity'

const threadsOf = preparedForIds({}, (executor, { ids }) =>
  executor
    .select({
      reviewId: thread.reviewId,
      status: thread.status,
      count: count(),
    })
    .from(thread)
    .where(inArray(thread.reviewId, ids))
    .groupBy(thread.reviewId, thread.status),
)

const unseenRevisionsOf = preparedForIds({ userId: seen.userId }, (executor, { ids, userId }) =>
  executor
    .select({ reviewId: artifact.reviewId, count: count() })
    .from(artifact)
    .innerJoin(revision, isCurrentRevision)
    .leftJoin(
      seen,
      and(eq(seen.userId, userId), eq(seen.reviewId, artifact.reviewId), eq(seen.itemId, revision.id)),
    )
    .where(and(inArray(artifact.reviewId, ids), isNull(seen.itemId)))
    .groupBy(artifact.reviewId),
)

/** Counts the current revisions of each review by the result of the comparison with the accepted ones. */
const changesOf = preparedForIds({}, (executor, { ids }) => {
  const status = sql<ComparisonStatus>`${revision.baseline} ->> 'status'`
  return executor
    .select({ reviewId: artifact.reviewId, status, count: count() })
    .from(artifact)
    .innerJoin(revision, isCurrentRevision)
    .where(and(inArray(artifact.reviewId, ids), isNotNull(revision.baseline)))
    .groupBy(artifact.reviewId, status)
})

const unseenCommentsOf = preparedForIds({ userId: seen.userId }, (executor, { ids, userId }) =>
  executor
    .select({ reviewId: thread.reviewId, count: count() })
    .from(comment)
    .innerJoin(thread, eq(thread.id, comment.threadId))
    .leftJoin(
      seen,
      and(eq(seen.userId, userId), eq(seen.reviewId, thread.reviewId), eq(seen.itemId, comment.id)),
    )
    .where(and(inArray(thread.reviewId, ids), ne(comment.authorId, userId), isNull(seen.itemId)))
    .groupBy(thread.reviewId),
)

const pendingOf = preparedForIds({ userId: pendingComment.authorId }, (executor, { ids, userId }) =>
  executor
    .select({ reviewId: pendingComment.reviewId, count: count() })
    .from(pendingComment)
    .where(and(inArray(pendingComment.reviewId, ids), eq(pendingComment.authorId, userId)))
    .groupBy(pendingComment.reviewId),
)

const archivedOf = preparedForIds({ userId: archived.userId }, (executor, { ids, userId }) =>
  executor
    .select({ reviewId: archived.reviewId, version: archived.version })
    .from(archived)
    .where(and(eq(archived.userId, userId), inArray(archived.reviewId, ids))),
)

const snoozedOf = preparedForIds({ userId: snoozed.userId }, (executor, { ids, userId }) =>
  executor
    .select({ reviewId: snoozed.reviewId, until: snoozed.until })
    .from(snoozed)
    .where(and(eq(snoozed.userId, userId), inArray(snoozed.reviewId, ids))),
)

const ownVerdictsOf = preparedForIds({ userId: verdict.authorId }, (executor, { ids, userId }) =>
  executor
    .select({ reviewId: verdict.reviewId, status: verdict.status, createdAt: verdict.createdAt })
    .from(verdict)
    .where(and(inArray(verdict.reviewId, ids), eq(verdict.authorId, userId)))
    .orderBy(asc(verdict.id)),
)

/**
 * Selects the requests for the person's verdict, with the name of the person who requested it. The name is in
 * the notification of the request. People get no notification of their own requests, so for these the name is
 * null.
 */
const requestsOf = preparedForIds({ userId: requestedReviewer.userId }, (executor, { ids, userId }) =>
  executor
    .select({
      reviewId: requestedReviewer.reviewId,
      createdAt: requestedReviewer.createdAt,
      by: notification.actorName,
      byId: notification.actorId,
    })
    .from(requestedReviewer)
    .leftJoin(
      notification,
      and(
        eq(notification.reviewId, requestedReviewer.reviewId),
        eq(notification.userId, requestedReviewer.userId),
        eq(notification.kind, 'review_requested'),
        gte(notification.createdAt, requestedReviewer.createdAt),
      ),
    )
    .where(and(inArray(requestedReviewer.reviewId, ids), eq(requestedReviewer.userId, userId))),
)

const hasPicture = sql`(
  ${artifact.kind} = 'image' or latest.poster_key is not null or latest.media_deleted_at is not null
)`

/**
 * Selects one completed revision of each artifact that has any: the latest one with a picture or, without a
 * picture, the latest one.
 */
const shownOf = preparedForIds({}, (executor, { ids }) =>
  executor
    .select({
      reviewId: artifact.reviewId,
      kind: artifact.kind,
      id: revision.id,
      poster: revision.posterKey,
      completedAt: revision.completedAt,
      mediaDeletedAt: revision.mediaDeletedAt,
      embedGeneration: revision.embedGeneration,
      posterGeneration: revision.posterGeneration,
    })
    .from(artifact)
    .innerJoin(revision, eq(revision.id, sql`coalesce(${latestCompleted(hasPicture)}, ${latestCompleted()})`))
    .where(inArray(artifact.reviewId, ids))
    .orderBy(asc(artifact.createdAt), asc(artifact.id)),
)

/**
 * Selects the reviews in which a revision was completed after the verdict. The completion of a revision also
 * updates its artifact, so only the revisions of artifacts with a later update are read.
 */
const completedLaterOf = preparedForIds({}, (executor, { ids }) =>
  executor
    .select({ id: review.id })
    .from(review)
    .innerJoin(artifact, and(eq(artifact.reviewId, review.id), gt(artifact.updatedAt, review.decidedAt)))
    .innerJoin(
      revision,
      and(eq(revision.artifactId, artifact.id), gt(revision.completedAt, review.decidedAt)),
    )
    .where(and(inArray(review.id, ids), ne(review.status, 'open')))
    .groupBy(review.id),
)

const newActivityOf = preparedForIds({ userId: seen.userId }, (executor, { ids, userId }) =>
  executor
    .select({ id: review.id })
    .from(review)
    .where(and(inArray(review.id, ids), hasNewActivity({ userId }))),
)

/**
 * Reads the rows for the summaries of reviews for one person, and returns them by the id of the review. `ids`
 * must not be empty.
 */
export async function readSummaryRows(userId: string, ids: readonly string[]) {
  const values = { ids, userId }
  const [
    threads,
    changes,
    unseen,
    unseenComments,
    pending,
    archivedRows,
    snoozedRows,
    ownVerdicts,
    requests,
    shown,
    completedLater,
    newActivity,
  ] = await Promise.all([
    threadsOf(db, { ids }),
    changesOf(db, { ids }),
    unseenRevisionsOf(db, values),
    unseenCommentsOf(db, values),
    pendingOf(db, values),
    archivedOf(db, values),
    snoozedOf(db, values),
    ownVerdictsOf(db, values),
    requestsOf(db, values),
    shownOf(db, { ids }),
    completedLaterOf(db, { ids }),
    newActivityOf(db, values),
  ])
  return {
    threads: Map.groupBy(threads, row => row.reviewId),
    changes: Map.groupBy(changes, row => row.reviewId),
    unseen: new Map(unseen.map(row => [row.reviewId, row.count])),
    unseenComments: new Map(unseenComments.map(row => [row.reviewId, row.count])),
    pending: new Map(pending.map(row => [row.reviewId, row.count])),
    archived: new Map(archivedRows.map(row => [row.reviewId, row.version])),
    snoozed: new Map(snoozedRows.map(row => [row.reviewId, row.until])),
    // The rows are sorted from the oldest to the newest verdict, so the map keeps the latest verdict of each
    // review.
    ownVerdict: new Map(ownVerdicts.map(row => [row.reviewId, row])),
    request: new Map(requests.map(row => [row.reviewId, row])),
    shown: Map.groupBy(shown, row => row.reviewId),
    completedLater: new Set(completedLater.map(row => row.id)),
    newActivity: new Set(newActivity.map(row => row.id)),
  }
}
