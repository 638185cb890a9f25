import { pageStore } from '~/ui/page/page-store'
import type { PendingComment, SubmittedReview } from '#shared/contract/pending-comment'
import type { ReviewStatus } from '#shared/contract/review-status'
import { lastChange } from '#shared/review/outdated-verdict'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { Conversation } from './use-conversation'
import type { ThreadChanges } from './use-thread-changes'
import { placeOfDraft } from '~/comment/draft-place'
import { imagesOf } from '~/comment/thread-writer'
import type { Draft } from '~/review-state/use-draft'

/**
 * The person's comments that are not sent yet. The functions throw an `ApiError` if the request fails.
 */
export interface PendingStore {
  /** The pending comments, oldest first. */
  readonly pending: ComputedRef<PendingComment[]>
  /** The pending comment that the person has opened. */
  readonly opened: ComputedRef<PendingComment | undefined>
  /** The number of calls of `open`. Adding a comment also opens it, but is not counted. */
  readonly openRequest: Readonly<Ref<number>>
  /** Opens a pending comment and shows its evidence on the stage. */
  open: (comment: PendingComment) => void
  /**
   * Adds a pending comment at the position of the draft `at`, or on the whole review if `at` is null, and
   * opens it.
   */
  add: (body: string, at: Draft | null, imageIds?: string[]) => Promise<PendingComment>
  reply: (to: Thread, body: string, imageIds?: string[]) => Promise<PendingComment>
  /** Changes the text of a pending comment. Changes its images, too, if `imageIds` is given. */
  edit: (comment: PendingComment, body: string, imageIds?: string[]) => Promise<void>
  discard: (comment: PendingComment) => Promise<void>
  /** Adds a discarded comment again, with its images. */
  restore: (comment: PendingComment) => Promise<void>
  /**
   * Sends all pending comments, with a verdict and a comment if they are given. Without a verdict, the given
   * comment is added to the whole review. Returns the comments that could not be sent and are still pending.
   */
  submit: (status?: ReviewStatus, comment?: string) => Promise<SubmittedReview['unsent']>
}

const store = pageStore<PendingStore>('pending comments')

/** The pending comments of the page. */
export function usePending(): PendingStore {
  return store.use()
}

/** Shares the pending comments with the page's components. */
export function providePending(
  state: ReviewState,
  conversation: Conversation,
  changes: ThreadChanges,
): PendingStore {
  return store.provide(createPending(state, conversation, changes))
}

function createPending(
  {
    source: { id, payload, pending, completedArtifacts, update, refresh },
    selection: { openArtifact, openThread },
    selected: { threadId },
    draft: { closeSent },
  }: ReviewState,
  { visibleThreads }: Conversation,
  { put: putThread }: ThreadChanges,
): PendingStore {
  const api = useApi()
  const openedId = ref<string>()
  const openRequest = ref(0)
  watch(
    threadId,
    now => {
      if (now !== undefined) openedId.value = undefined
    },
    { flush: 'sync' },
  )

  const put = (changed: PendingComment) =>
    update(({ pending }) => ({
      pending: pending.some(each => each.id === changed.id)
        ? pending.map(each => (each.id === changed.id ? changed : each))
        : [...pending, changed],
    }))
  const drop = (ids: readonly string[]) =>
    update(({ pending }) => ({ pending: pending.filter(each => !ids.includes(each.id)) }))

  async function reply(threadId: string, body: string, imageIds?: string[]) {
    const added = await api('POST /api/threads/{id}/pending-replies', {
      params: { id: threadId },
      body: { body, ...imagesOf(imageIds) },
    })
    put(added)
    return added
  }

  /** Updates the page with the result of a submission. */
  function apply({ review, sent }: SubmittedReview) {
    for (const { thread } of sent) putThread(thread)
    drop(sent.map(each => each.id))
    update(({ payload }) => ({ payload: { ...payload, review } }))
  }

  return {
    pending,
    opened: computed(() => pending.value.find(each => each.id === openedId.value)),
    openRequest,
    open(comment) {
      const thread = visibleThreads.value.find(each => each.threadId === comment.threadId)
      if (thread) openThread(thread)
      else threadId.value = undefined
      const place = completedArtifacts.value.find(each => each.id === comment.place?.artifactId)
      openArtifact(
        place,
        place?.revisions.find(each => each.id === comment.place?.revisionId),
      )
      openedId.value = comment.id
      openRequest.value += 1
    },
    async add(text, at, imageIds) {
      const body = { body: text, ...imagesOf(imageIds) }
      const added = await api('POST /api/reviews/{id}/pending-comments', {
        params: { id },
        body:
          at === null
            ? { kind: 'review', ...body }
            : { artifactId: at.artifactId, ...placeOfDraft(at), ...body },
      })
      put(added)
      // If the form of another comment was opened since, it stays open and the added comment is not opened.
      if (at === null || !closeSent(at)) openedId.value = added.id
      return added
    },
    reply: (to, body, imageIds) => reply(to.threadId, body, imageIds),
    async edit({ id: pendingId }, body, imageIds) {
      const params = { id: pendingId }
      put(await api('PATCH /api/pending-comments/{id}', { params, body: { body, imageIds } }))
    },
    async discard({ id: pendingId }) {
      await api('DELETE /api/pending-comments/{id}', { params: { id: pendingId } })
      drop([pendingId])
    },
    async restore({ threadId: repliesTo, place, body, images }) {
      const imageIds = images.map(each => each.id)
      if (repliesTo !== null) await reply(repliesTo, body, imageIds)
      if (repliesTo !== null || place === null) return
      put(
        await api('POST /api/reviews/{id}/pending-comments', {
          params: { id },
          body: { ...place, body, ...imagesOf(imageIds) },
        }),
      )
    },
    async submit(status, comment) {
      const pendingCommentIds = pending.value.map(each => each.id)
      const lastChangeAt = payload.value && lastChange(payload.value)
      try {
        const submitted = await api('POST /api/reviews/{id}/submit', {
          params: { id },
          body: { pendingCommentIds, status, comment, lastChangeAt },
        })
        apply(submitted)
        return submitted.unsent
      } finally {
        // Reads the review again even after a failure: another tab may have sent the comments, or only the
        // response was lost.
        await refresh()
      }
    },
  }
}
