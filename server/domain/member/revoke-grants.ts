import { and, eq, inArray } from 'drizzle-orm'
import type { Role } from '#shared/contract/roles'
import { invalid } from '#shared/errors'
import { may } from '#shared/permissions'
import { liveTokens } from '~~/server/access/token'
import type { EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { invitation, pendingComment, requestedReviewer, review, token } from '~~/server/db/schema'
import { stopAgentInvitations } from './allow-agent-invitations'
import type { MemberKey } from './members'
import { revokeInvitations } from './revoke-invitations'

/**
 * Revokes everything that a person granted in a workspace and may not grant with the new role. The role is
 * `null` if the person is no longer a member. Revokes their unused invitations, the permission of agents to
 * invite in their name, and their agent tokens except `keepTokens`, each with an audit event. If the person
 * may not decide with the new role, withdraws the requests for their verdict. If they may not write pending
 * comments, deletes these. Throws `invalid_request` if `keepTokens` contains anything except tokens that this
 * person created in this workspace.
 */
export async function revokeGrants(
  tx: Db,
  by: EventActor,
  member: MemberKey,
  role: Role | null,
  keepTokens: readonly string[],
): Promise<void> {
  await assertMadeBy(tx, member, keepTokens)
  if (!may({ type: 'human', role }, 'manageWorkspace')) {
    await stopAgentInvitations(tx, by, member)
    await revokeInvitations(tx, by, member.id, eq(invitation.createdBy, member.userId))
  }
  if (!may({ type: 'human', role }, 'manageTokens')) await revokeTokens(tx, by, member, keepTokens)
  if (!may({ type: 'human', role }, 'decide')) await withdrawRequests(tx, member)
  if (!may({ type: 'human', role }, 'writePendingComments')) await discardPending(tx, member)
}

const reviewsIn = (tx: Db, { id }: MemberKey) =>
  tx.select({ id: review.id }).from(review).where(eq(review.workspaceId, id))

/** Deletes a person's pending comments. */
async function discardPending(tx: Db, member: MemberKey): Promise<void> {
  await tx
    .delete(pendingComment)
    .where(
      and(
        eq(pendingComment.authorId, member.userId),
        inArray(pendingComment.reviewId, reviewsIn(tx, member)),
      ),
    )
}

/** Deletes the requests for a person's verdict, so that no review waits for this verdict. */
async function withdrawRequests(tx: Db, member: MemberKey): Promise<void> {
  const withdrawn = await tx
    .delete(requestedReviewer)
    .where(
      and(
        eq(requestedReviewer.userId, member.userId),
        inArray(requestedReviewer.reviewId, reviewsIn(tx, member)),
      ),
    )
    .returning({ reviewId: requestedReviewer.reviewId })
  for (const { reviewId } of withdrawn) await recordChange(tx, { kind: 'review.updated', reviewId })
}

const madeBy = (member: MemberKey) =>
  and(eq(token.workspaceId, member.id), eq(token.createdBy, member.userId))

async function assertMadeBy(tx: Db, member: MemberKey, keepTokens: readonly string[]): Promise<void> {
  if (keepTokens.length === 0) return
  const made = new Set(
    (await tx.select({ id: token.id }).from(token).where(madeBy(member))).map(row => row.id),
  )
  const other = keepTokens.find(id => !made.has(id))
  if (other !== undefined)
    throw invalid(
      'keepTokens',
      `${other} is not an agent token that this person made in this workspace.`,
      'GET /api/tokens?createdBy=… lists their tokens.',
    )
}

async function revokeTokens(
  tx: Db,
  by: EventActor,
  member: MemberKey,
  keepTokens: readonly string[],
): Promise<void> {
  const live = await tx
    .select({ id: token.id, projectId: token.projectId })
    .from(token)
    .where(and(madeBy(member), liveTokens()))
  for (const { id, projectId } of live.filter(row => !keepTokens.includes(row.id))) {
    await tx.update(token).set({ revokedAt: Date.now() }).where(eq(token.id, id))
    await recordChange(tx, {
      kind: 'token.revoked',
      actor: by,
      subjectId: id,
      workspaceId: member.id,
      projectId,
    })
  }
}
