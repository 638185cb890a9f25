import { and, count, eq } from 'drizzle-orm'
import { addresses } from '#shared/addresses'
import { limits } from '#shared/contract/kit/limits'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { DAY } from '#shared/time'
import { newSecret, sha256 } from '~~/server/secrets/secrets'
import type { EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { invitation } from '~~/server/db/schema'
import { assertQuota, type WorkspacePlan } from '~~/server/domain/billing/quotas'
import { settings } from '~~/server/settings'
import { validInvitations } from './find-valid-invitation'
import { quotaOf } from './members'

export interface NewInvitation {
  role: Role
  expiresInDays: number
  /** The owner who invites, or in whose name the agent invites. */
  createdBy: string
  /**
   * Set if an agent invites: the id of its token, and the only email whose account may accept the invitation.
   */
  tokenId?: string
  email?: string
}

/**
 * Inserts an invitation and its audit event inside the given transaction. Throws if the plan of the workspace
 * allows no further person, and `conflict` if the workspace has the maximum number of open invitations.
 * Returns the secret and the URL that contains it. Only the SHA-256 of the secret is stored.
 */
export async function insertInvitation(
  tx: Db,
  actor: EventActor,
  workspace: WorkspacePlan,
  { expiresInDays, ...fields }: NewInvitation,
): Promise<{ id: string; secret: string; url: string; expiresAt: number }> {
  await assertQuota(tx, quotaOf(fields.role), workspace)
  await assertFewInvitations(tx, workspace.id)
  const secret = newSecret()
  const id = newId('invitation')
  const now = Date.now()
  const expiresAt = now + expiresInDays * DAY
  await tx
    .insert(invitation)
    .values({ id, workspaceId: workspace.id, ...fields, hash: sha256(secret), createdAt: now, expiresAt })
  await recordChange(tx, {
    kind: 'invitation.created',
    actor,
    subjectId: id,
    workspaceId: workspace.id,
    detail: fields.role,
  })
  return { id, secret, url: addresses.invitation(settings().publicUrl, secret), expiresAt }
}

async function assertFewInvitations(tx: Db, workspaceId: string): Promise<void> {
  const [open] = await tx
    .select({ count: count() })
    .from(invitation)
    .where(and(eq(invitation.workspaceId, workspaceId), validInvitations()))
  if ((open?.count ?? 0) < limits.workspaceInvitations) return
  throw new AppError('conflict', {
    message: `This workspace has ${limits.workspaceInvitations} open invitations, which is the maximum.`,
    hint: 'Revoke one that is no longer needed.',
  })
}
