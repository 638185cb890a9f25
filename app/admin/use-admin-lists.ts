import type { AdminEvent, AdminPerson, AdminWorkspace } from '#shared/contract/admin'
import type { Page } from '~/ui/lists/use-pagination'
import { useListFilter } from './use-list-filter'

type Filter = ReturnType<typeof useListFilter>['query']['value']

/** A list of people or workspaces, filtered by the query parameters `search` and `state`. */
function useFilteredList<T extends { id: string }>(
  name: string,
  read: (query: Filter & { before?: string }) => Promise<Page<T>>,
) {
  const { search, state, query } = useListFilter()
  const list = usePagination<T>(
    () => `admin-${name}-${JSON.stringify(query.value)}`,
    before => read({ ...query.value, before }),
  )
  return { ...list, search, state }
}

/** The workspaces of the server, newest first. */
export function useAdminWorkspaces() {
  const api = useApi()
  return useFilteredList<AdminWorkspace>('workspaces', async query => {
    const { workspaces, next } = await api('GET /api/admin/workspaces', { query })
    return { items: workspaces, next }
  })
}

/** The people of the server, newest first. */
export function useAdminPeople() {
  const api = useApi()
  return useFilteredList<AdminPerson>('people', async query => {
    const { people, next } = await api('GET /api/admin/people', { query })
    return { items: people, next }
  })
}

/** The actions of administrators, newest first. */
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
