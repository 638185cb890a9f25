import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { ComparisonStatus } from '#shared/contract/comparison'
import type { Review } from '#shared/contract/review'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { ThreadStatus } from '#shared/contract/review-status'
import { addresses } from '#shared/addresses'
import { mediaLife, type RetainingWorkspace } from '#shared/plans'
import { isVerdictOutdated } from '#shared/review/outdated-verdict'
import { iso, isoOrNull } from '#shared/time'
import { mediaLinkToken } from '~~/server/secrets/media-link-token'
import type { HumanActor } from '~~/server/access/actor'
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
import { createYield } from '~~/server/process/yield-to-event-loop'
import { settings } from '~~/server/settings'
import { isMediaActive } from '~~/server/domain/artifact/active-media'
import { isCurrentRevision, latestCompleted } from '~~/server/domain/artifact/current-revision'
import type { ListedReview } from './list-latest'
import { hasNewActivity } from './new-activity'
import { isVerdictAwaited } from './reviewers'
import { serializeReview } from './serialize'

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

const noChanges: ReviewSummary['changes'] = { changed: 0, new: 0, same: 0, expired: 0 }

/**
 * The maximum sum of the numbers of changes of reviews that are summarized together. A review cannot have
 * more items than changes. Almost all lists are summarized in one part.
 */
const CHANGES_AT_ONCE = 10_000

/** Splits reviews into parts. The reviews of a part are summarized together. */
function partsOf(listed: readonly ListedReview[]): ListedReview[][] {
  const parts: ListedReview[][] = []
  let changes = Infinity
  for (const each of listed) {
    changes += each.review.version
    if (changes > CHANGES_AT_ONCE) {
      parts.push([])
      changes = each.review.version
    }
    parts.at(-1)?.push(each)
  }
  return parts
}

/**
 * Returns reviews as rows of a list for one person. The number of queries grows with the number of changes in
 * the reviews, not with the number of reviews. Other requests are handled between the parts of a long list.
 */
export async function summarizeReviews(human: HumanActor, listed: ListedReview[]): Promise<ReviewSummary[]> {
  const yieldIfDue = createYield()
  const summaries: ReviewSummary[] = []
  for (const part of partsOf(listed)) {
    await yieldIfDue()
    summaries.push(...(await summarizePart(human, part)))
  }
  return summaries
}

async function summarizePart(human: HumanActor, listed: ListedReview[]): Promise<ReviewSummary[]> {
  const ids = listed.map(row => row.review.id)
  const values = { ids, userId: human.id }
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
  const byReview = {
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
  return listed.map(({ review: row, project, workspace }) => {
    const fields = listedFields(serializeReview(row))
    const evidence = byReview.shown.get(row.id) ?? []
    const imageCount = evidence.filter(each => each.kind === 'image').length
    const videoCount = evidence.length - imageCount
    const threadCount = (status: ThreadStatus) =>
      byReview.threads.get(row.id)?.find(each => each.status === status)?.count ?? 0
    const own = byReview.ownVerdict.get(row.id)
    const request = byReview.request.get(row.id)
    const isAwaited = isVerdictAwaited(request?.createdAt, own?.createdAt)
    return {
      ...fields,
      projectId: project.id,
      projectName: project.name,
      createdBy: row.createdBy,
      ...thumbnailOf(evidence, workspace),
      imageCount,
      videoCount,
      artifactCount: evidence.length,
      changes: {
        ...noChanges,
        ...Object.fromEntries((byReview.changes.get(row.id) ?? []).map(each => [each.status, each.count])),
      },
      openThreadCount: threadCount('open'),
      addressedThreadCount: threadCount('addressed'),
      unseenCount: byReview.unseen.get(row.id) ?? 0,
      unseenCommentCount: byReview.unseenComments.get(row.id) ?? 0,
      pendingCommentCount: byReview.pending.get(row.id) ?? 0,
      archived: byReview.archived.get(row.id) === row.version,
      snoozedUntil: isoOrNull(byReview.snoozed.get(row.id) ?? null),
      ownVerdict: own ? { status: own.status, decidedAt: iso(own.createdAt) } : null,
      verdictRequest:
        isAwaited && request ? { by: request.by, byId: request.byId, at: iso(request.createdAt) } : null,
      isVerdictOutdated:
        byReview.completedLater.has(row.id) ||
        isVerdictOutdated(fields, [isoOrNull(row.referencesChangedAt)]),
      changedSinceVerdict: byReview.newActivity.has(row.id),
    }
  })
}

/**
 * Returns the fields of a review that lists show. The fields are named explicitly, so that a field that is
 * later added to reviews does not appear in lists.
 */
export function listedFields(review: Pick<Review, keyof Review & keyof ReviewSummary>) {
  const { id, title, status, url, externalRef, prRef, branch, createdAt, updatedAt } = review
  const { decidedAt, decidedBy } = review
  return { id, title, status, url, externalRef, prRef, branch, createdAt, updatedAt, decidedAt, decidedBy }
}

/** The fields of a completed revision that are needed for a row of a list. */
interface CompletedRevision {
  kind: 'image' | 'video'
  id: string
  poster: string | null
  completedAt: number | null
  mediaDeletedAt: number | null
  embedGeneration: number
  posterGeneration: number
}

/**
 * Returns the thumbnail of a review, and the time when it expires or was deleted. The thumbnail is the
 * picture of the first artifact with a picture, from that artifact's latest revision with a picture.
 * Artifacts whose media is past its retention are used only if there are no others.
 */
function thumbnailOf(
  rows: CompletedRevision[],
  workspace: RetainingWorkspace,
): Pick<ReviewSummary, 'thumbnailUrl' | 'thumbnailExpiresAt'> {
  const now = Date.now()
  const latest = rows.filter(
    ({ kind, poster, mediaDeletedAt }) => kind === 'image' || poster !== null || mediaDeletedAt !== null,
  )
  const shown = latest.find(row => isMediaActive(row, workspace, now)) ?? latest[0]
  if (!shown) return { thumbnailUrl: null, thumbnailExpiresAt: null }
  const { completedAt, mediaDeletedAt } = shown
  const { expiresAt } = mediaLife(completedAt ?? now, mediaDeletedAt, workspace, settings().retention, now)
  const isImage = shown.kind === 'image'
  const token = mediaLinkToken({
    follows: 'revision',
    revisionId: shown.id,
    purpose: isImage ? 'embed' : 'poster',
    generation: isImage ? shown.embedGeneration : shown.posterGeneration,
  })
  return {
    thumbnailUrl: addresses.capability(settings().publicUrl, token),
    thumbnailExpiresAt: isoOrNull(mediaDeletedAt ?? expiresAt),
  }
}
