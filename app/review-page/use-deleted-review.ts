/**
 * Whether the review was deleted while it was shown: the review is missing, but the person is still a member
 * of its workspace. Null while the membership is being checked. False if the review was never shown, or if
 * the person has lost access.
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
