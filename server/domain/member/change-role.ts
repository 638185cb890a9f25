import { and, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Member } from '#shared/contract/member'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/reach'
import { write, writeRemoval, type Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { membership } from '~~/server/db/schema'
import { assertRoom } from '~~/server/domain/billing/quotas'
import { announce } from '~~/server/live/pubsub'
import { membersOf } from './list-members'
import { revokeGrants, type MemberPlace } from './revoke-grants'

/**
 * Changes the role of a person, for owners. The last owner stays one (`conflict`). Invitations and tokens
 * that the new role could not make are revoked, except the tokens in `keepTokens`.
 */
export async function changeRole(actor: Actor, input: Input<'changeRole'>): Promise<Member> {
  const human = requireHuman(actor)
  return write(async tx => {
    const { workspace } = await loadWorkspace(human, input.id, 'manage', tx)
    const before = await roleOf(tx, input)
    if (before === 'owner' && input.role !== 'owner') await assertAnotherOwner(tx, input.id)
    const kindOf = (role: Role) => (role === 'reviewer' ? 'reviewers' : 'members')
    if (kindOf(before) !== kindOf(input.role)) await assertRoom(tx, kindOf(input.role), workspace)
    await revokeGrants(tx, human, input, input.role, input.keepTokens)
    await tx.update(membership).set({ role: input.role }).where(at(input))
    if (before !== input.role) {
      const subject = { subjectId: input.userId, workspaceId: input.id, detail: input.role }
      await recordEvent(tx, human, 'member.role_changed', subject)
    }
    announce(input.id)
    const changed = (await membersOf(tx, input.id)).find(each => each.userId === input.userId)
    if (!changed) throw noMember()
    return changed
  })
}

/**
 * Removes a person, for owners, or lets a person leave. The last owner stays (`conflict`). Their invitations
 * and tokens are revoked in the same transaction, except the tokens in `keepTokens`, which only an owner may
 * choose; their event streams end.
 */
export async function removeMember(actor: Actor, input: Input<'removeMember'>): Promise<undefined> {
  const human = requireHuman(actor)
  const leaves = input.userId === human.id
  await writeRemoval(async tx => {
    await loadWorkspace(human, input.id, leaves && input.keepTokens.length === 0 ? 'look' : 'manage', tx)
    if ((await roleOf(tx, input)) === 'owner') await assertAnotherOwner(tx, input.id)
    await revokeGrants(tx, human, input, null, input.keepTokens)
    await tx.delete(membership).where(at(input))
    await recordEvent(tx, human, leaves ? 'member.left' : 'member.removed', {
      subjectId: input.userId,
      workspaceId: input.id,
    })
    announce(input.id)
  })
}

const at = (place: MemberPlace) =>
  and(eq(membership.workspaceId, place.id), eq(membership.userId, place.userId))

const noMember = () => new AppError('not_found', { message: 'This person is not in the workspace.' })

async function roleOf(tx: Db, place: MemberPlace): Promise<Role> {
  const [row] = await tx.select({ role: membership.role }).from(membership).where(at(place))
  if (!row) throw noMember()
  return row.role
}

async function assertAnotherOwner(tx: Db, workspaceId: string): Promise<void> {
  const owners = await tx
    .select({ id: membership.userId })
    .from(membership)
    .where(and(eq(membership.workspaceId, workspaceId), eq(membership.role, 'owner')))
  if (owners.length < 2)
    throw new AppError('conflict', {
      message: 'A workspace needs an owner, and this is its last.',
      hint: 'Make somebody else an owner first.',
    })
}
