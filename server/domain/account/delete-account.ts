import { eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { isAdmin } from '~~/server/access/admins'
import { confirmPerson } from '~~/server/sign-in/confirm-person'
import { authorizeSelfAlone } from '~~/server/access/write-guard'
import { writeRemoval } from '~~/server/db'
import { session, user } from '~~/server/db/schema'
import { adminSelfRemovalError, changePerson } from '~~/server/domain/admin/change-person'
import { scheduleWithPerson } from '~~/server/domain/admin/schedule-with-person'

/**
 * Schedules the deletion of a person's account and ends all their sessions. The deletion has the same delay
 * and effects as a deletion by an administrator. Throws as {@link confirmPerson} and {@link
 * scheduleWithPerson} do, and `conflict` for administrators.
 */
export async function deleteAccount(
  human: HumanActor,
  { password }: Input<'deleteAccount'>,
): Promise<Output<'deleteAccount'>> {
  await confirmPerson(human, password)
  return writeRemoval(async tx => {
    await authorizeSelfAlone(tx, human)
    const [row] = await tx.select().from(user).where(eq(user.id, human.id))
    if (!row) throw new AppError('unauthorized')
    if (isAdmin(row)) throw adminSelfRemovalError()
    const deletesAt = await scheduleWithPerson(tx, human, row, null)
    await changePerson(tx, human, row, {
      kind: 'person.deletion_scheduled',
      reason: null,
      columns: { deletesAt },
    })
    await tx.delete(session).where(eq(session.userId, human.id))
    return { deletesAt: iso(deletesAt) }
  })
}
