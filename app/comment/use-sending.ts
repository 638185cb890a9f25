import { ApiError } from '#shared/client'
import type { ComputedRef, Ref } from 'vue'
import { text } from '~/text/thread'

/**
 * The maximum number of attempts to send one message, for the case that the server keeps rejecting the
 * session.
 */
const MAX_ATTEMPTS = 5

/** A message that is being sent or waits to be sent again. */
interface QueuedMessage<M> {
  message: M
  onSent: () => void
  /** Ids of the comments that existed before the first attempt. */
  knownIds: ReadonlySet<string>
  attempts: number
}

/** The functions with which the messages of a form are sent. */
export interface SendOptions<M> {
  /** Sends a message. Throws {@link ApiError}. */
  post: (message: M) => Promise<unknown>
  /** Returns the comments of this person in the thread or list to which the message is sent. */
  written: () => { id: string; body: string }[]
}

export interface Sending<M> {
  readonly busy: Ref<boolean>
  /** Whether the message is being sent or waits to be sent again. */
  readonly isUnderway: ComputedRef<boolean>
  /** Whether the message is stored and waits to be sent again, so nothing has failed permanently. */
  readonly isWaiting: ComputedRef<boolean>
  /** The reason why the last attempt failed, and the next step; empty if the attempt succeeded. */
  readonly failureText: ComputedRef<string>
  /** Sends a message. `onSent` is called once, after the first attempt or a retry has succeeded. */
  send: (message: M, onSent: () => void) => Promise<unknown>
  /** Removes the queued message and the failure. Call this after the text was changed or discarded. */
  cancel: () => void
}

/**
 * Sends a comment or a reply. Retries when the server can be reached again, or when the person has signed in
 * again. A failed attempt may have reached the server, so the review is refreshed before a retry, and a
 * message that the server already has is not sent again.
 */
export function useSending<M extends { body: string }>({ post, written }: SendOptions<M>): Sending<M> {
  const { refresh, error: readError } = useReviewSource()
  const { offline, sessionExpired } = useConnection()
  const scope = useSendingScope()
  const queued = shallowRef<QueuedMessage<M> | null>(null)
  /** The message that is being sent, unless it was cancelled. */
  let current: QueuedMessage<M> | null = null

  const canRetry = (error: unknown, attempts: number) =>
    error instanceof ApiError && (error.offline || error.status === 401) && attempts < MAX_ATTEMPTS

  const {
    run: attempt,
    busy,
    failure,
  } = useAction(async (job: QueuedMessage<M>) => {
    current = job
    try {
      await post(job.message)
    } catch (error) {
      queued.value =
        current === job && canRetry(error, job.attempts) ? { ...job, attempts: job.attempts + 1 } : null
      throw error
    }
    queued.value = null
    job.onSent()
  })

  function hasArrived({ message, knownIds }: QueuedMessage<M>): boolean {
    return written().some(({ id, body }) => !knownIds.has(id) && body.trim() === message.body.trim())
  }

  function cancel() {
    current = null
    queued.value = null
    failure.value = null
  }

  const stop = scope.run(() =>
    watch(
      () => offline.value || sessionExpired.value,
      async isBlocked => {
        const job = queued.value
        if (isBlocked || !job) return
        await refresh()
        // Does not retry if the message was cancelled during the refresh, or if the refresh failed: then it
        // is unknown whether the message has arrived.
        if (queued.value !== job || readError.value) return
        if (!hasArrived(job)) return attempt(job)
        cancel()
        job.onSent()
      },
    ),
  )
  // A message that waits to be sent again is sent even if its form is closed, because the form shows that the
  // message will be sent.
  onScopeDispose(() => {
    if (!queued.value && !busy.value) stop?.()
  })

  return {
    busy,
    isUnderway: computed(() => busy.value || queued.value !== null),
    isWaiting: computed(() => queued.value !== null),
    failureText: computed(() => {
      if (!failure.value) return ''
      const { status, message, hint } = failure.value
      if (status === 401) return text.sending.sessionEnded
      if (queued.value) return `${message} ${text.sending.retried}`
      return [message, hint, text.sending.saved].filter(Boolean).join(' ')
    }),
    send: (message, onSent) =>
      attempt({
        message,
        onSent,
        knownIds: queued.value?.knownIds ?? new Set(written().map(each => each.id)),
        attempts: 1,
      }),
    cancel,
  }
}
