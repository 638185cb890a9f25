import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '#shared/contract/roles'
import { invalid } from '#shared/errors'
import { may } from '#shared/permissions'
import { liveTokens } from '~~/server/access/token'
import type { Db } from '~~/server/db'
import { recordEvent, type EventActor } from '~~/server/db/events'
import { invitation, token } from '~~/server/db/schema'
import type { MemberKey } from './members'

/**
 * Revokes what a person granted in a workspace and may not grant in the new role (`null`: no longer a
 * member): deletes their unused invitations and revokes their agent tokens, except `keepTokens`, each with
 * its audit event. Throws `invalid_request` when `keepTokens` names anything but a token that this person
 * made here.
 */
export async function revokeGrants(
  tx: Db,
  by: EventActor,
  member: MemberKey,
  role: Role | null,
  keepTokens: readonly string[],
): Promise<void> {
  await assertMadeBy(tx, member, keepTokens)
  if (!may({ type: 'human', role }, 'manageWorkspace')) await deleteInvitations(tx, by, member)
  if (!may({ type: 'human', role }, 'manageTokens')) await revokeTokens(tx, by, member, keepTokens)
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

async function deleteInvitations(tx: Db, by: EventActor, member: MemberKey): Promise<void> {
  const deleted = await tx
    .delete(invitation)
    .where(
      and(
        eq(invitation.workspaceId, member.id),
        eq(invitation.createdBy, member.userId),
        isNull(invitation.acceptedAt),
      ),
    )
    .returning({ id: invitation.id, role: invitation.role })
  for (const { id, role } of deleted)
    await recordEvent(tx, by, 'invitation.revoked', { subjectId: id, workspaceId: member.id, detail: role })
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
    await recordEvent(tx, by, 'token.revoked', { subjectId: id, workspaceId: member.id, projectId })
  }
}
