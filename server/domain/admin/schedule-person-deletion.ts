import type { AdminPerson } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changePersonAsAdmin } from './change-person'
import type { AdminActionInput } from './change-workspace'
import { scheduleWithPerson } from './schedule-with-person'

/**
 * Schedules the deletion of a person and of the person's workspaces without other members. The person is
 * suspended until then. Does nothing if the deletion is already scheduled. Throws `conflict` for
 * administrators, for the last owner of a workspace with other members, and while a workspace to delete has a
 * paid subscription.
 */
export function schedulePersonDeletion(admin: Administrator, input: AdminActionInput): Promise<AdminPerson> {
  return changePersonAsAdmin(admin, input, 'person.deletion_scheduled', async (row, tx) =>
    row.deletesAt === null ? { deletesAt: await scheduleWithPerson(tx, admin, row, input.reason) } : null,
  )
}
