import { and, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { recordEvent, scopeOf } from '~~/server/db/events'
import { queuePullRequest } from '~~/server/db/pull-request-outbox'
import { review } from '~~/server/db/schema'
import { consumeQuota } from '~~/server/domain/billing/quotas'
import { chooseProject, type ProjectChoice } from '~~/server/domain/project/choose-project'
import { countReviews } from '~~/server/domain/project/count-reviews'

/** The fields of a new review, and which project it belongs to. */
export type ReviewRequest = Omit<Input<'createReview'>, 'projectId'> & ProjectChoice

/**
 * Returns the review that has this `externalRef` in the project, else a new one, in a running transaction.
 * Concurrent calls with the same reference return the same review.
 */
export async function openReview(
  tx: Db,
  caller: Caller,
  input: ReviewRequest,
): Promise<{ loaded: LoadedReview; created: boolean }> {
  const loaded = await chooseProject(tx, caller, input)
  const now = Date.now()
  const [created] = await tx
    .insert(review)
    .values({
      id: newId('review'),
      projectId: loaded.project.id,
      workspaceId: loaded.workspace.id,
      title: input.title,
      status: 'open',
      externalRef: input.externalRef ?? null,
      prRef: input.prRef ?? null,
      branch: input.branch ?? null,
      commit: input.commit ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  const [existing] =
    created || !input.externalRef
      ? []
      : await tx
          .select()
          .from(review)
          .where(and(eq(review.projectId, loaded.project.id), eq(review.externalRef, input.externalRef)))
  const found = created ?? existing
  if (!found) throw new AppError('not_found')
  if (created) {
    await consumeQuota(tx, 'reviews', loaded.workspace, 1, now)
    await countReviews(tx, loaded.project.id, { all: 1, open: 1 })
    await recordEvent(tx, caller, 'review.created', {
      subjectId: created.id,
      ...scopeOf({ ...loaded, review: created }),
    })
    await queuePullRequest(tx, created)
  }
  return { loaded: { ...loaded, review: found }, created: created !== undefined }
}
