import { hasDraft, readDraftText, saveDraftText } from '~/conversation/use-draft-text'
import type { Draft } from './use-draft'

/** How many half-written comments of an artifact are looked for. */
const SLOTS = 10

/** What the names of a half-written comment that is not the first one have more. */
const slotSuffix = (slot = 0) => (slot === 0 ? '' : String(slot))

/** The name under which the text of a comment is stored. */
export function draftName(reviewId: string, draft: Draft | null): string {
  if (draft === null) return `${reviewId}:review`
  return [
    reviewId,
    ...(draft.shape ? [`spot${slotSuffix(draft.slot)}`] : draft.timestampMs !== null ? ['moment'] : []),
    draft.artifactId,
  ].join(':')
}

/** Matches the names under which the places of a review's comments on spots are stored. */
export const placeNames = (reviewId: string) => new RegExp(`^${reviewId}:place\\d*:`)

/** A revision that the page shows. */
interface Shown {
  artifactId: string
  revisionId: string
}

/**
 * Stores where a comment on a spot is being written, beside its text, and opens its box again after a reload
 * and when its revision is shown again. `shown`: the revisions whose images or videos are shown.
 */
export function useDraftRecovery(shown: () => readonly Shown[]): void {
  const { id } = useReviewSource()
  const { draft, open } = useDraft()
  const placeName = (artifactId: string, slot?: number) => `${id}:place${slotSuffix(slot)}:${artifactId}`

  /** Returns the comment that was left on the revision under this number. */
  function readLeft({ artifactId, revisionId }: Shown, slot: number): Draft | undefined {
    const stored = readDraftText(placeName(artifactId, slot))
    if (stored === '') return
    const left = { ...(JSON.parse(stored) as Draft), restored: true }
    return left.revisionId === revisionId && hasDraft(draftName(id, left)) ? left : undefined
  }

  function restore() {
    if (draft.value) return
    for (const each of shown()) {
      for (let slot = 0; slot < SLOTS; slot++) {
        const left = readLeft(each, slot)
        if (left) return open(left)
      }
    }
  }

  onMounted(() => {
    watch(
      draft,
      now => {
        if (now?.shape) saveDraftText(placeName(now.artifactId, now.slot), JSON.stringify(now))
      },
      { immediate: true },
    )
    watch(
      () =>
        shown()
          .map(each => each.revisionId)
          .join(),
      restore,
      { immediate: true, flush: 'post' },
    )
  })
}
