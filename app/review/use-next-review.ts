/** Goes on to the next review that waits for the person, in the order of the inbox. */
export function useNextReview({ id, payload }: Pick<ReturnType<typeof useReview>, 'id' | 'payload'>) {
  const api = useApi()
  const toast = useToast()

  return async () => {
    try {
      const { addressed, fresh, open } = await api('GET /api/inbox', {
        query: { workspaceId: payload.value?.project.workspaceId },
      })
      const queue = [...new Set([...addressed, ...fresh, ...open].map(each => each.id))]
      const next = queue[(queue.indexOf(id) + 1) % queue.length]
      if (next && next !== id) return void navigateTo(`/reviews/${next}`)
      toast.add({
        title: 'Nothing else waits for you',
        actions: [
          { label: 'Inbox', color: 'neutral', variant: 'outline', onClick: () => void navigateTo('/') },
        ],
      })
    } catch (error) {
      toast.add({
        title: 'The inbox could not be read',
        description: (error as Error).message,
        color: 'error',
      })
    }
  }
}
