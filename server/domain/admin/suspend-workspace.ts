import type { AdminWorkspace } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'

/** Suspends a workspace at once, on every node. Does nothing when it is suspended already. */
export function suspendWorkspace(admin: Administrator, input: AdminActionInput): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(admin, input, 'workspace.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
