import type { AdminWorkspace } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { actOnWorkspace, type ActInput } from './act-on-workspace'

/** Suspends a workspace at once, on every node. Does nothing when it is suspended already. */
export function suspendWorkspace(human: HumanActor, input: ActInput): Promise<AdminWorkspace> {
  return actOnWorkspace(human, input, 'workspace.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
