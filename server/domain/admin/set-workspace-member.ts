import { eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import type { Administrator } from '~~/server/access/actor'
import { requireAdmin } from '~~/server/access/authorize'
import { isSuspended } from '~~/server/access/suspension'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { user, workspace } from '~~/server/db/schema'
import { addMember } from '~~/server/domain/member/add-member'
import { assertAnotherOwner, findRole } from '~~/server/domain/member/members'
import { setRole } from '~~/server/domain/member/set-role'
import type { WorkspaceRow } from './change-workspace'
import { inspectWorkspace } from './inspect-workspace'
import { workspaceNotFound } from './read-admin-workspace'
import { personNotFound } from './serialize-people'

/**
 * Adds a person of the server to a workspace on behalf of an administrator, or changes the person's role.
 * Records this in the activity of administrators and in the activity of the workspace. Does nothing if the
 * person has the role already.
 *
 * Throws `not_found` if the workspace or the person does not exist, and `conflict` for the last owner, for a
 * suspended person, and while the workspace is unclaimed or going to be deleted. Throws the error of the
 * quota if the plan allows no further person.
 */
export async function setWorkspaceMember(
  admin: Administrator,
  input: Input<'setWorkspaceMember'>,
): Promise<Output<'setWorkspaceMember'>> {
  await write(async tx => {
    await requireAdmin(tx, admin)
    const [row] = await tx.select().from(workspace).where(eq(workspace.id, input.id))
    if (!row) throw workspaceNotFound()
    const [person] = await tx.select().from(user).where(eq(user.id, input.userId))
    if (!person) throw personNotFound()
    const before = await findRole(tx, input)
    if (before === input.role) return
    assertHasMembers(row)
    if ((before === undefined || input.role === 'owner') && isSuspended(person)) throw personSuspended()
    await changeMembership(tx, admin, row, { ...input, before })
    await recordChange(tx, {
      kind: before === undefined ? 'person.added' : 'person.role_changed',
      actor: admin,
      subjectId: person.id,
      subjectName: person.name,
      detail: input.reason,
      membership: { workspaceId: row.id, workspaceName: row.name, role: input.role },
    })
  })
  return inspectWorkspace(admin, input)
}

type Change = Pick<Input<'setWorkspaceMember'>, 'userId' | 'role'> & { before: Role | undefined }

/** Changes the membership, and records the change in the activity of the workspace. */
async function changeMembership(
  tx: Db,
  admin: Administrator,
  row: WorkspaceRow,
  change: Change,
): Promise<void> {
  const { userId, role, before } = change
  if (before === undefined) await addMember(tx, row, userId, role)
  else {
    if (before === 'owner') await assertAnotherOwner(tx, { id: row.id, userId })
    await setRole(tx, admin, row, { userId, before, role })
  }
  await recordChange(tx, {
    kind: before === undefined ? 'member.added' : 'member.role_changed',
    actor: admin,
    subjectId: userId,
    workspaceId: row.id,
    detail: role,
  })
}

/** Throws `conflict` for a workspace whose members cannot be changed now. */
function assertHasMembers({ plan, deletesAt }: WorkspaceRow): void {
  if (plan === 'unclaimed')
    throw new AppError('conflict', {
      message: 'This workspace is unclaimed.',
      hint: 'The person claims it at the claim address that its agent printed.',
    })
  if (deletesAt !== null)
    throw new AppError('conflict', {
      message: 'This workspace is going to be deleted.',
      hint: 'Cancel the deletion first.',
    })
}

/** Returns the error for a suspended person who would get access. */
export const personSuspended = (): AppError =>
  new AppError('conflict', {
    message: 'This person is suspended.',
    hint: 'Lift the suspension first, or cancel the deletion.',
  })
