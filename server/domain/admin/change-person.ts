import { eq } from 'drizzle-orm'
import type { AdminPerson } from '#shared/contract/admin'
import { AppError } from '#shared/errors'
import type { Administrator } from '~~/server/access/actor'
import { isAdmin } from '~~/server/access/admins'
import { requireAdmin } from '~~/server/access/authorize'
import { write, type Db } from '~~/server/db'
import { session, user } from '~~/server/db/schema'
import type { AdminPersonAction, EventActor } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { AdminActionInput } from './change-workspace'
import { personNotFound, readAdminPerson } from './serialize-people'

export type PersonRow = typeof user.$inferSelect

/** The columns that suspend a person or schedule their deletion. */
export type PersonChange = Partial<Pick<PersonRow, 'suspendedAt' | 'deletesAt'>>

/**
 * Changes the state of a person on behalf of an administrator, and ends the person's event streams. `change`
 * returns the columns to set. If it returns null, because the person already has the state, nothing is
 * changed or recorded. Throws `not_found` if the person does not exist, and `conflict` if an administrator
 * would be suspended or deleted.
 */
export async function changePersonAsAdmin(
  admin: Administrator,
  { id, reason }: AdminActionInput,
  kind: AdminPersonAction,
  change: (row: PersonRow, tx: Db) => PersonChange | null | Promise<PersonChange | null>,
): Promise<AdminPerson> {
  await write(async tx => {
    await requireAdmin(tx, admin)
    const [row] = await tx.select().from(user).where(eq(user.id, id))
    if (!row) throw personNotFound()
    if (kind === 'person.suspended' || kind === 'person.deletion_scheduled')
      await assertNotAdmin(tx, admin, row)
    const columns = await change(row, tx)
    if (columns) await changePerson(tx, admin, row, { kind, reason, columns })
  })
  return readAdminPerson(id)
}

/**
 * Sets the state of a person inside the given transaction. Records the action in the audit log, with the
 * administrator or the person as its actor, and ends the person's event streams.
 */
export async function changePerson(
  tx: Db,
  actor: EventActor,
  { id, name }: Pick<PersonRow, 'id' | 'name'>,
  { kind, reason, columns }: { kind: AdminPersonAction; reason: string | null; columns: PersonChange },
): Promise<void> {
  await tx.update(user).set(columns).where(eq(user.id, id))
  const sessions = await tx.select({ id: session.id }).from(session).where(eq(session.userId, id))
  const sessionIds = sessions.map(each => each.id)
  const subject = { subjectId: id, subjectName: name }
  await recordChange(tx, { kind, actor, ...subject, detail: reason ?? undefined, sessionIds })
}

/**
 * Throws the given error if the person is the calling administrator, and `conflict` if the person is another
 * administrator. Also throws for a script with `ADMIN_TOKEN`, which could otherwise take over the account of
 * an administrator.
 */
export async function assertNotAdmin(
  tx: Db,
  admin: Administrator,
  person: PersonRow,
  selfError = adminSelfRemovalError,
): Promise<void> {
  if (person.id === admin.id) throw selfError()
  if (isAdmin(person))
    throw new AppError('conflict', {
      message: 'This person is an administrator of this server.',
      hint: 'Remove their email from ADMINS and restart the server first.',
    })
}

/** Returns the error for an administrator who is about to suspend or delete themself. */
export const adminSelfRemovalError = (): AppError =>
  new AppError('conflict', {
    message: 'Administrators cannot suspend or delete themselves.',
    hint: 'Ask another administrator of this server, who removes you from ADMINS first.',
  })
