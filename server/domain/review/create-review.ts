import { and, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { CreatedReview } from '#shared/contract/review'
import { AppError, invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { loadProject } from '~~/server/access/loaders'
import { recordEvent, scopeOf } from '~~/server/db/events'
import { review } from '~~/server/db/schema'
import { consumeQuota } from '~~/server/domain/billing/quotas'
import { countReviews } from '~~/server/domain/project/count-reviews'
import { serializeParts } from './serialize'

/**
 * Creates a review, or returns the one that has this `externalRef` in the project. Concurrent calls with the
 * same reference return the same review.
 */
export async function createReview(caller: Caller, input: Input<'createReview'>): Promise<CreatedReview> {
  return writeIdempotent(async tx => {
    const loaded = await loadProject(
      caller,
      projectOf(caller, input.projectId),
      'contribute',
      tx,
      'projectId',
    )
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
    }
    return { reused: !created, ...(await serializeParts(tx, { ...loaded, review: found }, now)) }
  })
}

/** Returns the project named in the call, else the token's own. */
function projectOf(caller: Caller, projectId: string | undefined): string {
  const own = caller.type === 'agent' ? caller.projectId : null
  const id = projectId ?? own
  if (id === null)
    throw invalid(
      'projectId',
      'projectId is required: this credential has access to more than one project.',
      'GET /v1/projects lists them.',
    )
  return id
}
