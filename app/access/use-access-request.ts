/**
 * Returns whether a text has the format of a review id or a project id. The text comes from the URL of the
 * page, which may be incomplete.
 */
export const isSubjectId = (id: string) => /^(?:rev|prj)_[0-9A-Za-z]{1,64}$/.test(id)

/**
 * The person's request for access to a review or project. `request` is undefined if the person has not asked
 * yet.
 */
export function useAccessRequest(subjectId: string) {
  const api = useApi()
  const { data, error, refresh } = useAsyncData(
    'own-access-requests',
    () => api('GET /api/me/access-requests'),
    { lazy: true, deep: false },
  )
  const request = computed(() => data.value?.accessRequests.find(each => each.subjectId === subjectId))
  const { run, busy, failure } = useAction(async (message: string) => {
    await api('POST /api/access-requests', { body: { subjectId, message: message.trim() || null } })
    await refresh()
  })
  return { request, loaded: computed(() => Boolean(data.value ?? error.value)), ask: run, busy, failure }
}
