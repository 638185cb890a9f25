import type { AdminPerson } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { actOnPerson } from './act-on-person'
import type { ActInput } from './act-on-workspace'

/** Lifts the suspension of a person. A scheduled deletion stays, and suspends them as well. */
export function unsuspendPerson(human: HumanActor, input: ActInput): Promise<AdminPerson> {
  return actOnPerson(human, input, 'person.unsuspended', row =>
    row.suspendedAt === null ? null : { suspendedAt: null },
  )
}
