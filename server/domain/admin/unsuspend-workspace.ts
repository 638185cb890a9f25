import type { AdminWorkspace } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { actOnWorkspace, type ActInput } from './act-on-workspace'

/** Lifts the suspension of a workspace. A scheduled deletion stays, and suspends it as well. */
export function unsuspendWorkspace(human: HumanActor, input: ActInput): Promise<AdminWorkspace> {
  return actOnWorkspace(human, input, 'workspace.unsuspended', row =>
    row.suspendedAt === null ? null : { suspendedAt: null },
  )
}
