import { and, eq, inArray } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { invalid } from '#shared/errors'
import { may } from '#shared/permissions'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { membership, requestedReviewer, user } from '~~/server/db/schema'
import { readReviewers } from './reviewers'

/**
 * Replaces the list of people whose verdict is requested. Throws `invalid_request` for a person who may not
 * decide in the workspace. Requesting the same people again changes nothing.
 */
export async function requestReviewers(
  human: HumanActor,
  input: Input<'requestReviewers'>,
): Promise<Output<'requestReviewers'>> {
  const userIds = [...new Set(input.userIds)]
  return write(async tx => {
    const loaded = await loadReview(human, input.id, 'requestReviewers', tx)
    const requested = (await readReviewers(tx, input.id)).filter(each => each.isRequested)
    const before = requested.map(each => each.userId)
    const added = userIds.filter(id => !before.includes(id))
    const removed = before.filter(id => !userIds.includes(id))
    if (added.length > 0) await insertRequests(tx, input.id, loaded.workspace.id, added)
    if (removed.length > 0) await tx.delete(requestedReviewer).where(requestsOf(input.id, removed))
    if (added.length + removed.length > 0)
      await recordChange(tx, {
        kind: 'review.reviewers_requested',
        actor: human,
        subjectId: input.id,
        added,
        removed,
        ...scopeOf(loaded),
      })
    return { reviewers: await readReviewers(tx, input.id) }
  })
}

const requestsOf = (reviewId: string, userIds: string[]) =>
  and(eq(requestedReviewer.reviewId, reviewId), inArray(requestedReviewer.userId, userIds))

async function insertRequests(tx: Db, reviewId: string, workspaceId: string, userIds: string[]) {
  const people = await tx
    .select({ userId: user.id, name: user.name, role: membership.role })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.workspaceId, workspaceId), inArray(user.id, userIds)))
  const createdAt = Date.now()
  const rows = userIds.map(userId => {
    const person = people.find(each => each.userId === userId)
    if (!person || !may({ type: 'human', role: person.role }, 'decide'))
      throw invalid(
        'userIds',
        `${userId} is not a person of this workspace.`,
        'GET /api/workspaces/{id}/members lists its people.',
      )
    return { reviewId, userId, name: person.name, createdAt }
  })
  await tx.insert(requestedReviewer).values(rows)
}
