import type { AdminPerson } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changePersonAsAdmin } from './change-person'
import type { AdminActionInput } from './change-workspace'

/**
 * Suspends a person and the agent tokens that the person created, immediately and on every node. Does nothing
 * if the person is already suspended. Throws `conflict` for administrators.
 */
export function suspendPerson(admin: Administrator, input: AdminActionInput): Promise<AdminPerson> {
  return changePersonAsAdmin(admin, input, 'person.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
