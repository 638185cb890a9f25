import { and, eq } from 'drizzle-orm'
import type { Member } from '#shared/contract/member'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/reach'
import { write, type Db } from '~~/server/db'
import { membership } from '~~/server/db/schema'
import { assertRoom } from '~~/server/domain/billing/ceilings'
import { announce } from '~~/server/domain/review/changes'
import { membersOf } from './list'

/** An owner changes the role of a person. The last owner stays one (`conflict`). */
export async function changeRole(actor: Actor, input: { id: string, userId: string, role: Role }): Promise<Member> {
  const human = requireHuman(actor)
  return write(async (tx) => {
    const { workspace } = await loadWorkspace(human, input.id, 'manage', tx)
    const before = await roleOf(tx, input)
    if (before === 'owner' && input.role !== 'owner') await assertAnotherOwner(tx, input.id)
    const kindOf = (role: Role) => role === 'reviewer' ? 'reviewers' : 'members'
    if (kindOf(before) !== kindOf(input.role)) await assertRoom(tx, kindOf(input.role), workspace)
    await tx.update(membership).set({ role: input.role }).where(at(input))
    const changed = (await membersOf(tx, input.id)).find(each => each.userId === input.userId)
    if (!changed) throw noMember()
    return changed
  })
}

/** An owner removes a person, or a person leaves. The last owner stays (`conflict`). */
export async function removeMember(actor: Actor, input: { id: string, userId: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await write(async (tx) => {
    await loadWorkspace(human, input.id, input.userId === human.id ? 'look' : 'manage', tx)
    if (await roleOf(tx, input) === 'owner') await assertAnotherOwner(tx, input.id)
    await tx.delete(membership).where(at(input))
    announce(input.id)
  })
}

const at = (place: { id: string, userId: string }) => and(eq(membership.workspaceId, place.id), eq(membership.userId, place.userId))

const noMember = () => new AppError('not_found', { message: 'This person is not in the workspace.' })

async function roleOf(tx: Db, place: { id: string, userId: string }): Promise<Role> {
  const [row] = await tx.select({ role: membership.role }).from(membership).where(at(place))
  if (!row) throw noMember()
  return row.role
}

async function assertAnotherOwner(tx: Db, workspaceId: string): Promise<void> {
  const owners = await tx.select({ id: membership.userId }).from(membership).where(and(eq(membership.workspaceId, workspaceId), eq(membership.role, 'owner')))
  if (owners.length < 2) throw new AppError('conflict', { message: 'A workspace needs an owner, and this is its last.', hint: 'Make somebody else an owner first.' })
}
