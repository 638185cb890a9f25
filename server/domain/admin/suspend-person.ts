import type { AdminPerson } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { changePersonAsAdmin } from './change-person'
import type { AdminActionInput } from './change-workspace'

/**
 * Suspends a person and the agent tokens that the person created, immediately and on every node. Does nothing
 * if the person is already suspended. Throws `conflict` for administrators.
 */
export function suspendPerson(human: HumanActor, input: AdminActionInput): Promise<AdminPerson> {
  return changePersonAsAdmin(human, input, 'person.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
