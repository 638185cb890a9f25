import { ApiError } from '#shared/client'
import { pageStore } from '~/ui/page/page-store'
import { renderedData } from '~/ui/network/shared-response'
import type { NuxtError } from '#app'
import type { Artifact } from '#shared/contract/artifact'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { Round } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'
import type { LoadedReview, PagePayload, ReviewLoader, ShareOptions } from './review-loader'

/**
 * The maximum size of the threads that the server renders into a page, in characters of JSON. They fill more
 * than one screen. The browser loads the other threads: rendering all of them would block all other responses
 * of the server.
 */
const FIRST_SIZE = 50_000
/** Milliseconds until the browser tries again to load the other threads. */
const RETRY_MS = 5_000

/**
 * The review of the page as it is stored on the server. It is loaded when the page opens, and again after
 * every change.
 */
export interface ReviewSource {
  /** The id of a review, or the token of a share link. */
  readonly id: string
  /** The permissions of the page's share link; null for members, and until the review is loaded. */
  readonly share: ComputedRef<ShareOptions | null>
  /** The review; undefined until it is loaded. */
  readonly payload: ComputedRef<PagePayload | undefined>
  readonly threads: ComputedRef<Thread[]>
  /** Whether only the first threads are loaded. The browser then loads the others. */
  readonly isPartial: ComputedRef<boolean>
  /** The person's comments that are not sent yet. */
  readonly pending: ComputedRef<PendingComment[]>
  readonly rounds: ComputedRef<Round[]>
  /** The artifacts that have a completed revision. */
  readonly completedArtifacts: ComputedRef<Artifact[]>
  /**
   * The error of the last attempt to load the review. The review that was loaded before stays, unless the
   * server reports that it no longer exists.
   */
  readonly error: Readonly<Ref<NuxtError<unknown> | undefined>>
  /** Loads the review again. */
  refresh: () => Promise<void>
  /** Replaces parts of the review, until it is loaded again. Does nothing before it is loaded. */
  update: (change: (known: LoadedReview) => Partial<LoadedReview>) => void
  /**
   * Deletes the review and opens its project, unless the person has left the page. Until the response
   * arrives, the page does not load the review again, because the event stream often reports the deletion
   * first. Throws an {@link ApiError} if the request fails.
   */
  remove: () => Promise<void>
}

const store = pageStore<ReviewSource>('review')

/** The review of the page. */
export function useReviewSource(): ReviewSource {
  return store.use()
}

/**
 * Loads the review of a page and shares it with the page's components. `eventsPath` returns the path of the
 * event stream, which reports changes since the review was loaded last.
 */
export function provideReviewSource(loader: ReviewLoader): {
  source: ReviewSource
  eventsPath: () => string
} {
  const { eventsPath, ...source } = createReviewSource(loader)
  return { source: store.provide(source), eventsPath }
}

function createReviewSource({
  id,
  load,
  eventsPath,
}: ReviewLoader): ReviewSource & { eventsPath: () => string } {
  const api = useApi()
  let known: LoadedReview | undefined
  let isRemoving = false
  /**
   * The `updatedAt` of the review that was loaded last. After a verdict on this page, `payload` has a newer
   * `updatedAt`, although the review was not loaded again.
   */
  let readAt: string | undefined

  /** The number of updates. It shows whether the review was updated while it was being read. */
  let updateCount = 0

  async function read(): Promise<LoadedReview> {
    try {
      const countBefore = updateCount
      const loaded = await load(import.meta.server ? FIRST_SIZE : undefined)
      // Reads the review again, because the server may have read it before the latest update on this page.
      if (updateCount !== countBefore) return await read()
      readAt = loaded.payload.review.updatedAt
      return loaded
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.code === 'password_required'))
        known = undefined
      throw error
    }
  }
  const { data, error, refresh } = useAsyncData(`review-${id}`, read, {
    lazy: true,
    deep: false,
    // If loading fails, the page keeps the review that it shows.
    default: () => known,
    getCachedData: renderedData,
  })
  watch(
    data,
    now => {
      known = now
    },
    { immediate: true },
  )

  const isPartial = computed(() => data.value?.isPartial ?? false)
  let retry: ReturnType<typeof setTimeout> | undefined
  let isUnmounted = false
  async function loadOthers() {
    if (!isPartial.value) return
    await refresh()
    if (!isUnmounted) retry = setTimeout(() => void loadOthers(), RETRY_MS)
  }
  onMounted(() => watch(isPartial, loadOthers, { immediate: true }))
  onBeforeUnmount(() => {
    isUnmounted = true
    clearTimeout(retry)
  })

  const payload = computed(() => data.value?.payload)
  const completedArtifacts = computed(
    () => payload.value?.artifacts.filter(each => each.currentRevision?.completedAt) ?? [],
  )

  const update: ReviewSource['update'] = change => {
    if (!data.value) return
    updateCount += 1
    data.value = { ...data.value, ...change(data.value) }
  }

  return {
    id,
    share: computed(() => data.value?.share ?? null),
    payload,
    threads: computed(() => data.value?.threads ?? []),
    isPartial,
    pending: computed(() => data.value?.pending ?? []),
    rounds: computed(() => payload.value?.rounds ?? []),
    completedArtifacts,
    error,
    async refresh() {
      if (!isRemoving) await refresh()
    },
    eventsPath() {
      const since = readAt ?? payload.value?.review.updatedAt
      return since ? `${eventsPath}?since=${since}` : eventsPath
    },
    update,
    async remove() {
      const projectId = payload.value?.project.id
      isRemoving = true
      try {
        await api('DELETE /api/reviews/{id}', { params: { id } })
      } catch (error) {
        isRemoving = false
        throw error
      }
      if (!isUnmounted) await navigateTo(projectId ? `/projects/${projectId}` : '/')
    },
  }
}
