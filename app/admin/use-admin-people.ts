import type { AdminPerson } from '#shared/contract/admin'
import { useFilteredList } from './use-filtered-list'

/** The people of the server, newest first. */
export function useAdminPeople() {
  const api = useApi()
  return useFilteredList<AdminPerson>('people', async query => {
    const { people, next } = await api('GET /api/admin/people', { query })
    return { items: people, next }
  })
}
