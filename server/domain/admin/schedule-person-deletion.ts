import type { AdminPerson } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { changePersonAsAdmin } from './change-person'
import type { AdminActionInput } from './change-workspace'
import { scheduleWithPerson } from './schedule-with-person'

/**
 * Schedules the deletion of a person, who is suspended until then, and of the workspaces without other
 * members. Does nothing if it is already scheduled. Throws `conflict` for administrators, for the last owner
 * of a workspace with other members, and while one of those workspaces has a paid subscription.
 */
export function schedulePersonDeletion(human: HumanActor, input: AdminActionInput): Promise<AdminPerson> {
  return changePersonAsAdmin(human, input, 'person.deletion_scheduled', async (row, tx) =>
    row.deletesAt === null ? { deletesAt: await scheduleWithPerson(tx, human, row, input.reason) } : null,
  )
}
