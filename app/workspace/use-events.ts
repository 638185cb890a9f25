import type { AuditEvent } from '#shared/contract/event'
import { eventGroups, eventKinds } from '#shared/events'
import { listedEvents } from './event-labels'

const filters = [...eventGroups, ...eventKinds]

/** The audit events of the workspace, newest first. They are filtered by the query parameter `kind`. */
export function useEvents() {
  const api = useApi()
  const route = useRoute()
  const { workspaceId } = useWorkspace()
  const kind = computed(() => filters.find(each => each === route.query.kind))
  const list = usePagination<AuditEvent>(
    () => `events-${workspaceId.value}-${kind.value ?? 'all'}`,
    async before => {
      const { events, next } = await api('GET /api/workspaces/{id}/events', {
        params: { id: workspaceId.value ?? '' },
        query: { kind: kind.value, before },
      })
      return { items: events, next }
    },
  )
  return {
    ...list,
    items: computed(() => listedEvents(list.items.value, kind.value === undefined)),
    kind,
    setKind: (kind: string | undefined) => navigateTo({ query: { ...route.query, kind } }, { replace: true }),
  }
}
