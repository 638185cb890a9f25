import { draftName, placeNamesOfReview } from '~/comment/draft-names'
import { readDraftPlace, storeDraftPlace } from '~/comment/use-draft-recovery'
import { draftChanges, hasDraft, storedDraftNames } from '~/ui/page/use-draft-text'
import type { Draft } from '~/review-state/use-draft'
import { pageStore } from '~/ui/page/page-store'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ComputedRef } from 'vue'

/** The comments of the review that were not sent and are stored on this device. */
export interface UnsentComments {
  /** The unsent comments whose forms are next to an image or video, with their positions. */
  readonly placed: ComputedRef<readonly Draft[]>
  /** The ids of the artifacts that have unsent comments. */
  readonly artifactIds: ComputedRef<ReadonlySet<string>>
}

const store = pageStore<UnsentComments>('unsent comments')

/** The unsent comments of the page's review. */
export function useUnsentComments(): UnsentComments {
  return store.use()
}

/**
 * Stores the position of each comment that is being written, and shares the unsent comments with the page's
 * components.
 */
export function provideUnsentComments({
  source: { id, threads },
  draft: { draft },
}: ReviewState): UnsentComments {
  const isMounted = ref(false)
  onMounted(() => {
    isMounted.value = true
    watch(draft, now => now && storeDraftPlace(id, now), { immediate: true })
  })
  /** The names under which drafts are stored; none on the server. */
  const stored = computed(() => (isMounted.value && draftChanges.value >= 0 ? storedDraftNames() : []))
  const names = computed(() => stored.value.filter(each => each.startsWith(`${id}:`)))
  /** The artifacts of the threads that have an unsent reply. */
  const replied = computed(() => {
    const replies = new Set(stored.value.filter(each => each.startsWith('reply:')))
    const written =
      replies.size > 0 ? threads.value.filter(each => replies.has(`reply:${each.threadId}`)) : []
    return written.flatMap(each => each.artifactId ?? [])
  })
  return store.provide({
    placed: computed(() =>
      names.value
        .filter(each => placeNamesOfReview(id).test(each))
        .flatMap(each => readDraftPlace(each) ?? [])
        .filter(each => hasDraft(draftName(id, each))),
    ),
    artifactIds: computed(
      () =>
        new Set([
          ...names.value
            .filter(each => !placeNamesOfReview(id).test(each) && hasDraft(each))
            .map(each => each.slice(each.lastIndexOf(':') + 1)),
          ...replied.value,
        ]),
    ),
  })
}
