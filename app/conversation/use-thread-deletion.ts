import { pageStore } from '~/ui/page/page-store'
import type { PageToasts } from '~/ui/messages/use-page-toasts'
import type { Announcements } from '~/ui/messages/use-announcements'
import type { Comment, Thread } from '#shared/contract/thread'
import type { Action } from '#shared/permissions'
import type { ComputedRef, Ref } from 'vue'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ThreadChanges } from './use-thread-changes'
import { text } from '~/text/thread'

/** Deletes threads and replies, after a confirmation. */
export interface ThreadDeletion {
  /** The thread whose deletion must be confirmed, or the thread that contains the reply to delete. */
  readonly threadToDelete: ComputedRef<Thread | undefined>
  /** The reply whose deletion must be confirmed; undefined if the whole thread is to be deleted. */
  readonly replyToDelete: ComputedRef<Comment | undefined>
  /**
   * Returns whether the person wrote a comment, or the first comment of a thread, and may change it on this
   * page.
   */
  isOwn: (written: Comment | Thread) => boolean
  /** Returns whether the person may delete a thread or, if `reply` is given, this reply. */
  canDelete: (thread: Thread, reply?: Comment) => boolean
  /** Opens the confirmation dialog. Does nothing if the person may not delete the thread or reply. */
  request: (thread: Thread, reply?: Comment) => void
  /** The guest whose comments are all to be deleted. The person must confirm this first. */
  readonly guestToDelete: Ref<Comment['author'] | undefined>
  /** Returns whether the person may delete all comments of an author together. */
  canDeleteAllOf: (author: Comment['author']) => boolean
  cancel: () => void
  /** Deletes the thread or the reply, and announces the deletion. A toast explains a failure. */
  confirm: () => Promise<void>
}

const store = pageStore<ThreadDeletion>('thread deletion')

/** The deletion of threads on the page. */
export function useThreadDeletion(): ThreadDeletion {
  return store.use()
}

/** Shares the deletion of threads with the page's components. */
export function provideThreadDeletion(
  { source: { payload, threads }, access: { canAnnotate, canComment, authorId } }: ReviewState,
  { remove, removeReply }: ThreadChanges,
  { announce }: Announcements,
  toasts: PageToasts,
): ThreadDeletion {
  const { canIn } = useWorkspace()
  const attempt = useFailureToast(toasts)
  const idToDelete = ref<string>()
  const replyId = ref<string>()
  const guestToDelete = ref<Comment['author']>()
  const threadToDelete = computed(() =>
    threads.value.find(
      each =>
        each.threadId === idToDelete.value &&
        (replyId.value === undefined || each.comments.some(({ id }) => id === replyId.value)),
    ),
  )
  const replyToDelete = computed(() => threadToDelete.value?.comments.find(each => each.id === replyId.value))

  const isOwn = (written: Comment | Thread) => {
    const author = 'comments' in written ? written.comments[0]?.author : written.author
    const type = canAnnotate ? 'human' : 'guest'
    return canComment.value && author?.type === type && author.id === authorId.value
  }
  const can = (action: Action) => canAnnotate && canIn(payload.value?.project.workspaceId, action)
  const canDelete = (thread: Thread, reply?: Comment) => {
    const others = (reply ? [reply] : thread.comments).filter(each => !isOwn(each))
    // Guests cannot delete threads that have replies.
    if (others.length === 0) return canAnnotate || reply !== undefined || thread.comments.length === 1
    const areGuests = others.every(each => each.author.type === 'guest')
    return can(areGuests ? 'deleteGuestComments' : 'deleteComments')
  }

  return store.provide({
    threadToDelete,
    replyToDelete,
    isOwn,
    canDelete,
    guestToDelete,
    canDeleteAllOf: ({ type }) => type === 'guest' && can('deleteComments'),
    request(thread, reply) {
      if (!canDelete(thread, reply)) return
      idToDelete.value = thread.threadId
      replyId.value = reply?.id
    },
    cancel() {
      idToDelete.value = undefined
    },
    async confirm() {
      const [thread, reply] = [threadToDelete.value, replyToDelete.value]
      idToDelete.value = undefined
      if (!thread) return
      const isDeleted = await attempt(
        reply ? text.deletion.replyFailed : text.deletion.commentFailed,
        () => (reply ? removeReply(thread, reply) : remove(thread)),
        reply ? text.deletion.replyUnchanged : text.deletion.commentUnchanged,
      )
      if (isDeleted)
        announce(reply ? text.deletion.replyDeleted : text.deletion.commentDeleted(thread.number))
    },
  })
}
