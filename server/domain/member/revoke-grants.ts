import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '#shared/contract/roles'
import { invalid } from '#shared/errors'
import { may } from '#shared/permissions'
import type { HumanActor } from '~~/server/access/actor'
import { liveTokens } from '~~/server/access/token'
import type { Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { invitation, token } from '~~/server/db/schema'

/** A person in a workspace. */
export interface MemberPlace {
  id: string
  userId: string
}

/**
 * Ends what a person granted in a workspace and may not grant in their new role (`null`: no longer a member):
 * deletes their open invitations and revokes their agent tokens, except `keepTokens`, each with its event.
 * Throws `invalid_request` when `keepTokens` names anything but a token that this person made here.
 */
export async function revokeGrants(
  tx: Db,
  by: HumanActor,
  place: MemberPlace,
  role: Role | null,
  keepTokens: readonly string[],
): Promise<void> {
  await assertTheirs(tx, place, keepTokens)
  if (role === null || !may(role, 'manage')) await deleteInvitations(tx, by, place)
  if (role === null || !may(role, 'contribute')) await revokeTokens(tx, by, place, keepTokens)
}

const madeBy = (place: MemberPlace) => and(eq(token.workspaceId, place.id), eq(token.createdBy, place.userId))

async function assertTheirs(tx: Db, place: MemberPlace, keepTokens: readonly string[]): Promise<void> {
  if (keepTokens.length === 0) return
  const theirs = new Set(
    (await tx.select({ id: token.id }).from(token).where(madeBy(place))).map(row => row.id),
  )
  const other = keepTokens.find(id => !theirs.has(id))
  if (other !== undefined)
    throw invalid(
      'keepTokens',
      `${other} is not an agent token that this person made in this workspace.`,
      'GET /api/tokens?createdBy=… lists their tokens.',
    )
}

async function deleteInvitations(tx: Db, by: HumanActor, place: MemberPlace): Promise<void> {
  const deleted = await tx
    .delete(invitation)
    .where(
      and(
        eq(invitation.workspaceId, place.id),
        eq(invitation.createdBy, place.userId),
        isNull(invitation.acceptedAt),
      ),
    )
    .returning({ id: invitation.id, role: invitation.role })
  for (const { id, role } of deleted)
    await recordEvent(tx, by, 'invitation.revoked', { subjectId: id, workspaceId: place.id, detail: role })
}

async function revokeTokens(
  tx: Db,
  by: HumanActor,
  place: MemberPlace,
  keepTokens: readonly string[],
): Promise<void> {
  const live = await tx
    .select({ id: token.id, projectId: token.projectId })
    .from(token)
    .where(and(madeBy(place), liveTokens()))
  for (const { id, projectId } of live.filter(row => !keepTokens.includes(row.id))) {
    await tx.update(token).set({ revokedAt: Date.now() }).where(eq(token.id, id))
    await recordEvent(tx, by, 'token.revoked', { subjectId: id, workspaceId: place.id, projectId })
  }
}
