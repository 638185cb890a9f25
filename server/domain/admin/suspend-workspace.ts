import type { AdminWorkspace } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'

/**
 * Suspends a workspace, immediately and on every node. Does nothing if the workspace is already suspended.
 */
export function suspendWorkspace(human: HumanActor, input: AdminActionInput): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(human, input, 'workspace.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
