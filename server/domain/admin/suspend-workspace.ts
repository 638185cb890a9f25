import type { AdminWorkspace } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'

/** Suspends a workspace immediately, on every node. Does nothing if it is already suspended. */
export function suspendWorkspace(admin: Administrator, input: AdminActionInput): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(admin, input, 'workspace.suspended', row =>
    row.suspendedAt === null ? { suspendedAt: Date.now() } : null,
  )
}
