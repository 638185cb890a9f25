import { and, eq, isNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { Role } from '#shared/contract/roles'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { DAY, iso } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/authorization'
import { loadWorkspace, requireRole } from '~~/server/access/reach'
import { newSecret, sha256 } from '~~/server/access/secrets'
import { db, write, type Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { invitation, membership, user, workspace } from '~~/server/db/schema'
import { assertRoom } from '~~/server/domain/billing/quotas'
import { openInvitations } from './list-members'
import { sendMail } from '~~/server/mail/send'
import { settings } from '~~/server/settings'

/**
 * An owner makes an invitation link. The token leaves in this answer (and by mail, where that is set up) and
 * never again.
 */
export async function createInvitation(
  actor: Actor,
  input: Input<'createInvitation'>,
): Promise<Output<'createInvitation'>> {
  const human = requireHuman(actor)
  const token = newSecret()
  const id = newId('invitation')
  const now = Date.now()
  const expiresAt = now + input.expiresInDays * DAY
  const url = addresses.invitation(settings().publicUrl, token)
  const name = await write(async tx => {
    const { workspace: home } = await loadWorkspace(human, input.id, 'manage', tx)
    await assertRoom(tx, ceilingOf(input.role), home)
    await tx.insert(invitation).values({
      id,
      workspaceId: home.id,
      role: input.role,
      hash: sha256(token),
      createdAt: now,
      createdBy: human.id,
      expiresAt,
    })
    await recordEvent(tx, human, 'invitation.created', {
      subjectId: id,
      workspaceId: home.id,
      detail: input.role,
    })
    return home.name
  })
  const sent = input.email
    ? await sendMail(invitationMail(input.email, { from: human.name, to: name, role: input.role, url }))
    : false
  return { id, url, token, role: input.role, expiresAt: iso(expiresAt), sent }
}

/** An owner takes an invitation back. What is accepted, taken back or foreign: `not_found`. */
export async function revokeInvitation(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await write(async tx => {
    const [row] = await tx
      .select()
      .from(invitation)
      .where(and(eq(invitation.id, input.id), isNull(invitation.acceptedAt)))
    if (!row || !human.roles.has(row.workspaceId))
      throw new AppError('not_found', { message: 'There is no such invitation.' })
    requireRole(human, row.workspaceId, 'manage')
    await tx.delete(invitation).where(eq(invitation.id, input.id))
    await recordEvent(tx, human, 'invitation.revoked', {
      subjectId: row.id,
      workspaceId: row.workspaceId,
      detail: row.role,
    })
  })
}

/** What an invitation link offers, to whoever holds it. */
export async function readInvitation(
  _actor: Actor,
  input: { token: string },
): Promise<Output<'readInvitation'>> {
  const row = await standing(db, input.token)
  if (!row) throw dead()
  return {
    workspace: { name: row.workspace.name },
    role: row.invitation.role,
    invitedBy: row.invitedBy,
    expiresAt: iso(row.invitation.expiresAt),
  }
}

/**
 * Whether a token is of an invitation that can still be accepted: such people may sign up on a closed server.
 */
export async function isInvited(token: string): Promise<boolean> {
  return (await standing(db, token)) !== undefined
}

/**
 * A person joins by an invitation link, once. Somebody who is in already keeps their role, and the link stays
 * good.
 */
export async function acceptInvitation(
  actor: Actor,
  input: { token: string },
): Promise<Output<'acceptInvitation'>> {
  const human = requireHuman(actor)
  return write(async tx => {
    // The link is the credential.
    authorizeSelf(human)
    const row = await standing(tx, input.token)
    if (!row) throw dead()
    const {
      workspace: home,
      invitation: { id, role },
    } = row
    const present = human.roles.get(home.id)
    if (present === undefined) {
      await assertRoom(tx, ceilingOf(role), home)
      const now = Date.now()
      await tx.update(invitation).set({ acceptedAt: now }).where(eq(invitation.id, id))
      await tx
        .insert(membership)
        .values({ workspaceId: home.id, userId: human.id, role, createdAt: now })
        .onConflictDoNothing()
      await recordEvent(tx, human, 'invitation.accepted', {
        subjectId: id,
        workspaceId: home.id,
        detail: role,
      })
    }
    await tx.update(user).set({ lastWorkspaceId: home.id }).where(eq(user.id, human.id))
    return { workspace: { id: home.id, name: home.name, plan: home.plan, role: present ?? role } }
  })
}

const ceilingOf = (role: Role) => (role === 'reviewer' ? 'reviewers' : 'members')

const dead = () =>
  new AppError('not_found', {
    message: 'This invitation is unknown, used, revoked or expired.',
    hint: 'Ask the workspace owner for a new one.',
  })

async function standing(q: Db, token: string) {
  const [row] = await q
    .select({ invitation, workspace, invitedBy: user.name })
    .from(invitation)
    .innerJoin(workspace, eq(workspace.id, invitation.workspaceId))
    .innerJoin(user, eq(user.id, invitation.createdBy))
    .where(and(eq(invitation.hash, sha256(token)), openInvitations()))
  return row
}

function invitationMail(
  to: string,
  { from, to: name, role, url }: { from: string; to: string; role: Role; url: string },
) {
  return {
    to,
    subject: `${from} invited you to ${name} on Exhibit`,
    text: `${from} invited you to join the workspace "${name}" as a ${role}.\n\nOpen this link to join. It works once:\n${url}\n`,
  }
}
