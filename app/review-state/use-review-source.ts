import { ApiError } from '#shared/client'
import { pageStore } from '~/ui/page/page-store'
import type { NuxtError } from '#app'
import type { Artifact } from '#shared/contract/artifact'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { ReviewPayload, Round } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'
import type { LoadedReview, ReviewLoader, ShareOptions } from './review-loader'

/**
 * The size of the threads on a page that the server renders, in characters of JSON: more than a screen shows.
 * The browser loads the other threads, since rendering blocks all other responses of the server.
 */
const FIRST_SIZE = 50_000
/** Milliseconds until a failed read is repeated. */
const RETRY_MS = 5_000

/** The page's review as stored on the server: loaded when the page opens, and again after every change. */
export interface ReviewSource {
  /** A review's id, or the token of a share link. */
  readonly id: string
  /** The permissions of the page's share link; null for members, and before the first read. */
  readonly share: ComputedRef<ShareOptions | null>
  /** Undefined until the first read has succeeded. */
  readonly payload: ComputedRef<ReviewPayload | undefined>
  readonly threads: ComputedRef<Thread[]>
  /** The person's comments that are not sent yet. */
  readonly pending: ComputedRef<PendingComment[]>
  readonly rounds: ComputedRef<Round[]>
  /** The artifacts that have a completed revision. */
  readonly completedArtifacts: ComputedRef<Artifact[]>
  /** The error of the last read. The review that was read before stays, unless it no longer exists. */
  readonly error: Readonly<Ref<NuxtError<unknown> | undefined>>
  /** Loads the review again. */
  refresh: () => Promise<void>
  /** The path of the event stream, from the last read. */
  eventsPath: () => string
  /** Replaces parts of the review, until the next read. Does nothing before the first read. */
  update: (change: (known: LoadedReview) => Partial<LoadedReview>) => void
  /**
   * Deletes the review and opens its project. The page is not refreshed during that: the event stream often
   * reports the deletion before the response arrives. Throws {@link ApiError}.
   */
  remove: () => Promise<void>
}

const store = pageStore<ReviewSource>('review')

/** The review of the page. */
export function useReviewSource(): ReviewSource {
  return store.use()
}

/** Reads the review of a page and shares it with the page's components. */
export function provideReviewSource(loader: ReviewLoader): {
  source: ReviewSource
  isPartial: ComputedRef<boolean>
} {
  const { isPartial, ...source } = createReviewSource(loader)
  partial.provide(isPartial)
  return { source: store.provide(source), isPartial }
}

const partial = pageStore<ComputedRef<boolean>>('partial review')

/** Whether the page has only the first threads, until the browser has loaded the others. */
export function useIsPartial(): ComputedRef<boolean> {
  return partial.use()
}

function createReviewSource({
  id,
  load,
  eventsPath,
}: ReviewLoader): ReviewSource & { isPartial: ComputedRef<boolean> } {
  const api = useApi()
  let known: LoadedReview | undefined
  let isRemoving = false
  /** `updatedAt` of the last read. A verdict on this page changes the review without a read. */
  let readAt: string | undefined

  async function read(): Promise<LoadedReview> {
    try {
      const loaded = await load(import.meta.server ? FIRST_SIZE : undefined)
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
    // After a failed read, the page keeps the review that it shows.
    default: () => known,
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
    if (data.value) data.value = { ...data.value, ...change(data.value) }
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
      await navigateTo(projectId ? `/projects/${projectId}` : '/')
    },
  }
}
