import { pageStore } from '~/ui/page-store'
import type { ReviewSource } from '~/review/use-review-source'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'
import type { Conversation } from './use-conversation'

/** Deletes threads of the person, after a confirmation. */
export interface ThreadDeletion {
  /** The thread whose deletion awaits confirmation. */
  readonly threadToDelete: ComputedRef<Thread | undefined>
  /** Whether the person started a thread and may delete it here. */
  isOwn: (thread: Thread) => boolean
  /** Opens the confirmation dialog. Does nothing for a thread that another person started. */
  request: (thread: Thread) => void
  cancel: () => void
  /** Deletes the thread. Shows a toast when that fails. */
  confirm: () => Promise<void>
}

const store = pageStore<ThreadDeletion>('thread deletion')

/** The deletion of threads on the page. */
export function useThreadDeletion(): ThreadDeletion {
  return store.use()
}

/** Shares the deletion of threads with the page's components. */
export function provideThreadDeletion(
  { canAnnotate, threads }: ReviewSource,
  { remove }: Conversation,
): ThreadDeletion {
  const { me } = useSession()
  const toast = useToast()
  const idToDelete = ref<string>()
  const threadToDelete = computed(() => threads.value.find(each => each.threadId === idToDelete.value))
  const isOwn = (thread: Thread) => canAnnotate && isWrittenBy(thread, me.value?.user.id)

  return store.provide({
    threadToDelete,
    isOwn,
    request(thread) {
      if (isOwn(thread)) idToDelete.value = thread.threadId
    },
    cancel() {
      idToDelete.value = undefined
    },
    async confirm() {
      const thread = threadToDelete.value
      idToDelete.value = undefined
      if (!thread) return
      try {
        await remove(thread)
      } catch (error) {
        toast.add({
          title: 'The comment was not deleted',
          description: `${(error as Error).message} The comment and its replies are still here.`,
          color: 'error',
        })
      }
    },
  })
}

/** Whether a person started a thread. */
function isWrittenBy(thread: Thread, userId: string | undefined): boolean {
  const author = thread.comments[0]?.author
  return author?.type === 'human' && author.id === userId
}
