import { eq } from 'drizzle-orm'
import { system } from '~~/server/changes/change'
import type { Db } from '~~/server/db'
import { invitation } from '~~/server/db/schema'
import { revokeInvitations } from '~~/server/domain/member/revoke-invitations'
import { revokeTokensMadeBy } from '~~/server/domain/token/revoke-tokens-made-by'

/**
 * Revokes the agent tokens and the unused invitations that a person made in all workspaces, inside the given
 * transaction. Another person may have made them, before the owner of the email got access to the account.
 * Returns the number of tokens.
 */
export async function revokeGranted(tx: Db, userId: string): Promise<number> {
  const isMadeBy = eq(invitation.createdBy, userId)
  const workspaces = await tx.selectDistinct({ id: invitation.workspaceId }).from(invitation).where(isMadeBy)
  for (const { id } of workspaces) await revokeInvitations(tx, system, id, isMadeBy)
  return revokeTokensMadeBy(tx, userId)
}
