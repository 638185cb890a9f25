/** The people who are asked for a verdict on the page's review or gave one, and whom to ask. */
export function useReviewers() {
  const api = useApi()
  const { id, payload, refresh } = useReviewSource()
  const { canIn } = useWorkspace()
  const workspaceId = computed(() => payload.value?.project.workspaceId ?? '')
  const reviewers = computed(() => payload.value?.reviewers ?? [])
  const requestedIds = computed(() =>
    reviewers.value.filter(each => each.isRequested).map(each => each.userId),
  )
  const canRequest = computed(() => canIn(workspaceId.value, 'requestReviewers'))

  const { data } = useAsyncData(
    () => `reviewer-candidates-${workspaceId.value}`,
    () => api('GET /api/workspaces/{id}/members', { params: { id: workspaceId.value } }),
    { server: false, immediate: canRequest.value },
  )
  const {
    run: choose,
    busy,
    failure,
  } = useAction(async (userIds: string[]) => {
    await api('PUT /api/reviews/{id}/reviewers', { params: { id }, body: { userIds } })
    await refresh()
  })

  return {
    reviewers,
    canRequest,
    /** The people of the workspace who are not asked yet. */
    candidates: computed(
      () => data.value?.members.filter(each => !requestedIds.value.includes(each.userId)) ?? [],
    ),
    request: (userId: string) => choose([...requestedIds.value, userId]),
    withdraw: (userId: string) => choose(requestedIds.value.filter(each => each !== userId)),
    busy,
    failure,
  }
}
