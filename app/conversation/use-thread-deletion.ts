import type { Thread } from '#shared/contract/thread'

/** Deleting one's own notes: which one is asked about, and the deed. */
export function useThreadDeletion({
  canAnnotate,
  threads,
  remove,
}: Pick<ReturnType<typeof useReview>, 'canAnnotate' | 'threads' | 'remove'>) {
  const { me } = useSession()
  const toast = useToast()
  const askedId = useState<string | null>('note-to-delete', () => null)
  const asked = computed(() => threads.value.find(each => each.threadId === askedId.value))
  const isOwn = (thread: Thread) => canAnnotate && isWrittenBy(thread, me.value?.user.id)

  return {
    asked,
    isOwn,
    /** Asks first; a note of somebody else is left alone. */
    ask(thread: Thread) {
      if (isOwn(thread)) askedId.value = thread.threadId
    },
    cancel() {
      askedId.value = null
    },
    async confirm() {
      const thread = asked.value
      askedId.value = null
      if (!thread) return
      try {
        await remove(thread)
      } catch (error) {
        toast.add({
          title: 'The note was not deleted',
          description: `${(error as Error).message} It is back in its place, with its replies.`,
          color: 'error',
        })
      }
    },
  }
}

/** Whether a person opened a note: theirs to move, size and delete. */
export function isWrittenBy(thread: Thread, userId: string | undefined): boolean {
  const author = thread.comments[0]?.author
  return author?.type === 'human' && author.id === userId
}
