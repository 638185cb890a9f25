/**
 * The people whom a comment on the page's review can mention: members of its workspace, if the writer is one.
 */
export function usePeopleToMention() {
  const api = useApi()
  const { payload } = useReviewSource()
  const { canIn } = useWorkspace()
  const { me } = useSession()
  const workspaceId = computed(() => payload.value?.project.workspaceId ?? '')
  const { data, execute, status } = useAsyncData(
    () => `people-to-mention-${workspaceId.value}`,
    () => api('GET /api/workspaces/{id}/members', { params: { id: workspaceId.value } }),
    { server: false, immediate: false, deep: false, dedupe: 'defer' },
  )
  return {
    people: computed(() => data.value?.members.filter(each => each.userId !== me.value?.user.id) ?? []),
    /** Loads the people at the first call. After a failure, the next call tries again. */
    load() {
      const isMember = canIn(workspaceId.value, 'useDashboard')
      if (isMember && status.value !== 'success') void execute()
    },
  }
}
