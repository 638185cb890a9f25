import type { AdminPerson } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changePersonAsAdmin } from './change-person'
import type { AdminActionInput } from './change-workspace'

/**
 * Ends the suspension of a person. Does not cancel a scheduled deletion: a person with a scheduled deletion
 * remains suspended.
 */
export function unsuspendPerson(admin: Administrator, input: AdminActionInput): Promise<AdminPerson> {
  return changePersonAsAdmin(admin, input, 'person.unsuspended', row =>
    row.suspendedAt === null ? null : { suspendedAt: null },
  )
}
