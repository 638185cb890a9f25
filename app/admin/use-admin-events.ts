import type { AdminEvent } from '#shared/contract/admin'

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
