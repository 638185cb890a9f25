/**
 * Whether the review was deleted while it was shown: the person is still in its workspace. Null while that is
 * being checked; false for a review that was not shown, and for a person who lost access.
 */
export function useDeletedReview(): Readonly<Ref<boolean | null>> {
  const { payload, error } = useReviewSource()
  const { canAnnotate } = useReviewAccess()
  const { workspaces, refresh } = useWorkspace()
  const isDeleted = ref<boolean | null>(false)
  let workspaceId: string | undefined

  watch(
    payload,
    now => {
      workspaceId = now?.project.workspaceId ?? workspaceId
    },
    { immediate: true, flush: 'sync' },
  )
  watch(
    () => error.value?.statusCode,
    async status => {
      if (status !== 404 || workspaceId === undefined || !canAnnotate) return
      isDeleted.value = null
      await refresh().catch(() => {})
      isDeleted.value = workspaces.value.some(each => each.id === workspaceId)
    },
    { flush: 'sync' },
  )
  return isDeleted
}
