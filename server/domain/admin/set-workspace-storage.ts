import type { Input } from '#shared/contract'
import type { AdminWorkspace } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin } from './change-workspace'

/**
 * Sets the storage quota and the retention of a workspace; null removes the value. Does nothing if the
 * workspace has both values already. If the new quota is smaller, stored files stay, and only further uploads
 * are rejected. A shorter retention deletes media at the next sweep. The recorded detail contains both values
 * and the reason. Throws `not_found` if the workspace does not exist.
 */
export function setWorkspaceStorage(
  admin: Administrator,
  { id, storageQuota, retentionDays, reason }: Input<'setWorkspaceStorage'>,
): Promise<AdminWorkspace> {
  const quota = storageQuota === null ? 'none' : `${storageQuota} bytes`
  const retention = retentionDays === null ? 'of the plan' : `${retentionDays} days`
  const detail = `${reason} (quota: ${quota}; retention: ${retention})`
  return changeWorkspaceAsAdmin(admin, { id, reason: detail }, 'workspace.storage_changed', row =>
    row.storageQuota === storageQuota && row.retentionDays === retentionDays
      ? null
      : { storageQuota, retentionDays },
  )
}
