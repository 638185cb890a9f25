import type { AdminPerson } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { actOnPerson } from './act-on-person'
import type { ActInput } from './act-on-workspace'

/**
 * Suspends a person at once, on every node, with the agent tokens they created. Does nothing when they are
 * suspended already. Throws `conflict` for administrators.
 */
export function suspendPerson(human: HumanActor, input: ActInput): Promise<AdminPerson> {
  return actOnPerson(human, input, 'person.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
