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
  /** Sends a message. Throws an {@link ApiError} if the request fails. */
  post: (message: M) => Promise<unknown>
  /** Returns the comments of this person in the thread or list to which the message is sent. */
  written: () => { id: string; body: string }[]
}

export interface Sending<M> {
  readonly busy: Ref<boolean>
  /** Whether the message is being sent or waits to be sent again. */
  readonly isUnderway: ComputedRef<boolean>
  /** Whether the message is stored and waits to be sent, so nothing has failed permanently. */
  readonly isWaiting: ComputedRef<boolean>
  /** The reason why the last attempt failed, and the next step; empty if the attempt succeeded. */
  readonly failureText: ComputedRef<string>
  /** Sends a message. `onSent` is called once, after the first attempt or a retry has succeeded. */
  send: (message: M, onSent: () => void) => Promise<unknown>
  /** Removes the queued message and the failure. Call this after the text was discarded. */
  cancel: () => void
  /**
   * Removes the queued message and the failure. If the message would have been sent again, the form then
   * shows that it waits for the person. Call this after the text was changed: a retry must send neither the
   * previous text nor one that may be incomplete.
   */
  hold: () => void
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
  /** The message that is being sent, unless it was cancelled or its text was changed. */
  let current: QueuedMessage<M> | null = null
  /** The message whose text was changed while it was being sent. */
  let changed: QueuedMessage<M> | null = null
  /** Whether a message waits for the person, because its text was changed after the last attempt. */
  const isHeld = ref(false)

  const canRetry = (error: unknown, attempts: number) =>
    error instanceof ApiError && (error.offline || error.status === 401) && attempts < MAX_ATTEMPTS

  const {
    run: attempt,
    busy,
    failure,
  } = useAction(async (job: QueuedMessage<M>) => {
    current = job
    isHeld.value = false
    try {
      await post(job.message)
    } catch (error) {
      const isRetriable = canRetry(error, job.attempts)
      queued.value = isRetriable && current === job ? { ...job, attempts: job.attempts + 1 } : null
      isHeld.value = isRetriable && changed === job
      throw error
    }
    queued.value = null
    isHeld.value = false
    job.onSent()
  })

  function hasArrived({ message, knownIds }: QueuedMessage<M>): boolean {
    return written().some(({ id, body }) => !knownIds.has(id) && body.trim() === message.body.trim())
  }

  function drop() {
    current = null
    queued.value = null
    failure.value = null
  }
  function cancel() {
    drop()
    changed = null
    isHeld.value = false
  }
  function hold() {
    changed = current ?? changed
    isHeld.value ||= queued.value !== null
    drop()
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
    isWaiting: computed(() => queued.value !== null || isHeld.value),
    failureText: computed(() => {
      if (isHeld.value) return text.sending.changed
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
    hold,
  }
}
