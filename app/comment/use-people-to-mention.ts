/**
 * The people whom a comment on the page's review can mention: the members of its workspace. The list is empty
 * for a writer who is not a member.
 */
export function usePeopleToMention() {
  const { payload } = useReviewSource()
  const { canIn } = useWorkspace()
  const { me } = useSession()
  const workspaceId = computed(() => payload.value?.project.workspaceId ?? '')
  const { data, execute, status } = useMembers(() => workspaceId.value, {
    server: false,
    immediate: false,
  })
  return {
    people: computed(() => data.value?.members.filter(each => each.userId !== me.value?.user.id) ?? []),
    /** Loads the people on the first call. After a failure, the next call tries again. */
    load() {
      const isMember = canIn(workspaceId.value, 'useDashboard')
      if (isMember && status.value !== 'success') void execute()
    },
  }
}
