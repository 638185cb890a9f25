import type { AdminEvent, AdminPerson, AdminWorkspace } from '#shared/contract/admin'
import { useListFilter } from './use-list-filter'

/** The workspaces of the server, newest first, limited by `?search=` and `?state=`. */
export function useAdminWorkspaces() {
  const api = useApi()
  const { search, state, query } = useListFilter()
  const list = usePagination<AdminWorkspace>(
    () => `admin-workspaces-${JSON.stringify(query.value)}`,
    async before => {
      const { workspaces, next } = await api('GET /api/admin/workspaces', {
        query: { ...query.value, before },
      })
      return { items: workspaces, next }
    },
  )
  return { ...list, search, state }
}

/** The people of the server, newest first, limited by `?search=` and `?state=`. */
export function useAdminPeople() {
  const api = useApi()
  const { search, state, query } = useListFilter()
  const list = usePagination<AdminPerson>(
    () => `admin-people-${JSON.stringify(query.value)}`,
    async before => {
      const { people, next } = await api('GET /api/admin/people', { query: { ...query.value, before } })
      return { items: people, next }
    },
  )
  return { ...list, search, state }
}

/** What administrators did, newest first. */
export function useAdminEvents() {
  const api = useApi()
  return usePagination<AdminEvent>(
    () => 'admin-events',
    async before => {
      const { events, next } = await api('GET /api/admin/events', { query: { before } })
      return { items: events, next }
    },
  )
}
