import { pageStore } from '~/ui/page-store'
import type { ReviewSource } from '~/review/use-review-source'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'
import type { Conversation } from './use-conversation'

/** Deleting one's own threads, after a question. */
export interface ThreadDeletion {
  /** The thread that the person is asked about. */
  readonly asked: ComputedRef<Thread | undefined>
  /** Whether the person started a thread and may delete it here. */
  isOwn: (thread: Thread) => boolean
  /** Asks first. Does nothing for the thread of somebody else. */
  ask: (thread: Thread) => void
  cancel: () => void
  /** Deletes the thread; a toast says so when the server refuses. */
  confirm: () => Promise<void>
}

const store = pageStore<ThreadDeletion>('thread deletion')

/** Deleting threads on the page. */
export function useThreadDeletion(): ThreadDeletion {
  return store.use()
}

/** Shares the question before deleting a thread with the page's components. */
export function provideThreadDeletion(
  { canAnnotate, threads }: ReviewSource,
  { remove }: Conversation,
): ThreadDeletion {
  const { me } = useSession()
  const toast = useToast()
  const askedId = ref<string>()
  const asked = computed(() => threads.value.find(each => each.threadId === askedId.value))
  const isOwn = (thread: Thread) => canAnnotate && isWrittenBy(thread, me.value?.user.id)

  return store.provide({
    asked,
    isOwn,
    ask(thread) {
      if (isOwn(thread)) askedId.value = thread.threadId
    },
    cancel() {
      askedId.value = undefined
    },
    async confirm() {
      const thread = asked.value
      askedId.value = undefined
      if (!thread) return
      try {
        await remove(thread)
      } catch (error) {
        toast.add({
          title: 'The comment was not deleted',
          description: `${(error as Error).message} It is still there, with its replies.`,
          color: 'error',
        })
      }
    },
  })
}

/** Whether a person started a thread. */
export function isWrittenBy(thread: Thread, userId: string | undefined): boolean {
  const author = thread.comments[0]?.author
  return author?.type === 'human' && author.id === userId
}
