import type { Review } from '#shared/contract/review'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { ThreadStatus } from '#shared/contract/review-status'
import { isVerdictOutdated } from '#shared/review/outdated-verdict'
import { iso, isoOrNull } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { createYield } from '~~/server/process/yield-to-event-loop'
import type { ListedReview } from './list-latest'
import { isVerdictAwaited } from './reviewers'
import { serializeReview } from './serialize'
import { readSummaryRows } from './summary-rows'
import { thumbnailOf } from './thumbnail'

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
  const byReview = await readSummaryRows(
    human.id,
    listed.map(row => row.review.id),
  )
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
