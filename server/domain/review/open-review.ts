import type { Input } from '#shared/contract'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import type { LoadedReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'
import { consumeQuota } from '~~/server/domain/billing/quotas'
import { chooseProject, type ProjectChoice } from '~~/server/domain/project/choose-project'
import { adjustReviewCounts } from '~~/server/domain/project/adjust-review-counts'
import { findReferenced, prRefOf, pullRequestOf } from '~~/server/domain/project/review-references'

/** The fields of a new review, and the fields that determine its project. */
export type ReviewRequest = Omit<Input<'createReview'>, 'projectId'> & ProjectChoice

/**
 * Returns the review of the project for this `externalRef`, or inserts a new review, inside the given
 * transaction. Concurrent calls that refer to the same change get the same review.
 */
export async function openReview(
  tx: Db,
  caller: Caller,
  input: ReviewRequest,
): Promise<{ loaded: LoadedReview; created: boolean }> {
  const loaded = await chooseProject(tx, caller, input)
  const now = Date.now()
  const existing = input.externalRef ? await findReferenced(tx, loaded.project.id, input.externalRef) : null
  if (existing) return { loaded: { ...loaded, review: existing }, created: false }
  const references = { externalRef: input.externalRef ?? null, prRef: prRefOf(input) }
  const [created] = await tx
    .insert(review)
    .values({
      id: newId('review'),
      projectId: loaded.project.id,
      workspaceId: loaded.workspace.id,
      title: input.title,
      status: 'open',
      ...references,
      pullRequest: pullRequestOf(references),
      branch: input.branch ?? null,
      commit: input.commit ?? null,
      createdBy: caller.name,
      createdAt: now,
      updatedAt: now,
      // Null would mean that the sizes are not known, and the review would count as large.
      ...{ commentCount: 0, commentBytes: 0, markBytes: 0 },
    })
    .returning()
  if (!created) throw new Error('The inserted review was not returned.')
  await consumeQuota(tx, 'reviews', loaded.workspace, 1, now)
  await adjustReviewCounts(tx, loaded.project.id, { all: 1, open: 1 })
  await recordChange(tx, {
    kind: 'review.created',
    actor: caller,
    subjectId: created.id,
    ...scopeOf({ ...loaded, review: created }),
  })
  return { loaded: { ...loaded, review: created }, created: true }
}
