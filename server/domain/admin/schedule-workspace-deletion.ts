import type { AdminWorkspace } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'
import { assertNotSubscribed } from './assert-not-subscribed'
import { endOfDeletionDelay } from './deletion-delay'

/**
 * Schedules the deletion of a workspace. The workspace is suspended until then. Does nothing if the deletion
 * is already scheduled. Throws `conflict` while the workspace has a paid subscription.
 */
export function scheduleWorkspaceDeletion(
  admin: Administrator,
  input: AdminActionInput,
): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(admin, input, 'workspace.deletion_scheduled', row => {
    if (row.deletesAt !== null) return null
    assertNotSubscribed(row)
    return { deletesAt: endOfDeletionDelay(Date.now()) }
  })
}
