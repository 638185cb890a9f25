import type { AdminWorkspace } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'

/**
 * Ends the suspension of a workspace. Does not cancel a scheduled deletion: a workspace with a scheduled
 * deletion remains suspended.
 */
export function unsuspendWorkspace(admin: Administrator, input: AdminActionInput): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(admin, input, 'workspace.unsuspended', row =>
    row.suspendedAt === null ? null : { suspendedAt: null },
  )
}
