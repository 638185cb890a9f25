import type { AdminWorkspace } from '#shared/contract/admin'
import { useFilteredList } from './use-filtered-list'

/** The workspaces of the server, newest first. */
export function useAdminWorkspaces() {
  const api = useApi()
  return useFilteredList<AdminWorkspace>('workspaces', async query => {
    const { workspaces, next } = await api('GET /api/admin/workspaces', { query })
    return { items: workspaces, next }
  })
}
