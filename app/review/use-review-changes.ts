import type { Artifact } from '#shared/contract/artifact'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { Draft } from './use-review'
import type { LoadedReview } from './review-source'

interface Shown {
  id: string
  data: Ref<LoadedReview | undefined>
  threadId: Ref<string | undefined>
  filter: Ref<ThreadStatus>
  draft: Ref<Draft | null>
}

/**
 * What a person changes in a review. What can be foreseen is shown at once, and undone when the server
 * refuses. All but `put` throw {@link ApiError}.
 */
export function useReviewChanges({ id, data, threadId, filter, draft }: Shown) {
  const api = useApi()

  function change(next: (known: LoadedReview) => Partial<LoadedReview>) {
    if (data.value) data.value = { ...data.value, ...next(data.value) }
  }

  /** Shows a note as it is now, also one that was not there. */
  function put(changed: Thread) {
    change(({ threads }) => ({
      threads: threads.some(each => each.threadId === changed.threadId)
        ? threads.map(each => (each.threadId === changed.threadId ? changed : each))
        : [...threads, changed],
    }))
  }

  /** Takes a note away at once, and brings it back when the server keeps it. */
  async function remove(gone: Thread) {
    const at = data.value?.threads.findIndex(each => each.threadId === gone.threadId) ?? -1
    change(({ threads }) => ({ threads: threads.filter(each => each.threadId !== gone.threadId) }))
    if (threadId.value === gone.threadId) threadId.value = undefined
    try {
      await api('DELETE /api/threads/{id}', { params: { id: gone.threadId } })
    } catch (failure) {
      change(({ threads }) => ({
        threads: threads.some(each => each.threadId === gone.threadId)
          ? threads
          : threads.toSpliced(at, 0, gone),
      }))
      throw failure
    }
  }

  async function addNote(body: string, at: Draft | null) {
    const added =
      at === null
        ? await api('POST /v1/reviews/{id}/threads', { params: { id }, body: { kind: 'review', body } })
        : await api('POST /v1/artifacts/{id}/annotations', {
            params: { id: at.artifactId },
            body: {
              kind: at.shape?.kind ?? (at.timestampMs === null ? 'artifact' : 'timestamp'),
              body,
              revisionId: at.revisionId,
              ...(at.shape && { geometry: at.shape.geometry }),
              ...(at.timestampMs !== null && { timestampMs: at.timestampMs }),
            },
          })
    put(added)
    filter.value = 'open'
    threadId.value = added.threadId
    if (at === draft.value) draft.value = null
  }

  const reply = async (to: Thread, body: string) =>
    put(await api('POST /v1/threads/{id}/replies', { params: { id: to.threadId }, body: { body } }))

  async function setThread(of: Thread, next: 'resolved' | 'open') {
    put({ ...of, status: next })
    try {
      put(await api('POST /v1/threads/{id}/resolve', { params: { id: of.threadId }, body: { status: next } }))
    } catch (failure) {
      put(of)
      throw failure
    }
  }

  async function decide(next: ReviewStatus) {
    const review = await api('POST /api/reviews/{id}/status', { params: { id }, body: { status: next } })
    change(({ payload }) => ({ payload: { ...payload, review } }))
  }

  /** Prefers a variation, or takes that back. */
  async function prefer(chosen: Artifact, preferred: boolean) {
    const show = (flags: (each: Artifact) => boolean) =>
      change(({ payload }) => ({
        payload: {
          ...payload,
          artifacts: payload.artifacts.map(each => ({ ...each, preferred: flags(each) })),
        },
      }))
    const before = new Set(data.value?.payload.artifacts.filter(each => each.preferred).map(each => each.id))
    show(each =>
      each.id === chosen.id
        ? preferred
        : each.preferred && !(preferred && each.variationGroup === chosen.variationGroup),
    )
    try {
      await api('POST /v1/artifacts/{id}/preferred', { params: { id: chosen.id }, body: { preferred } })
    } catch (failure) {
      show(each => before.has(each.id))
      throw failure
    }
  }

  return { put, remove, addNote, reply, setThread, decide, prefer }
}
