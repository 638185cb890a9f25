import type { AdminWorkspace } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'

/** Suspends a workspace at once, on every node. Does nothing when it is suspended already. */
export function suspendWorkspace(human: HumanActor, input: AdminActionInput): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(human, input, 'workspace.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
