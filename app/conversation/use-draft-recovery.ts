import { hasDraft, readDraftText, saveDraftText } from '~/conversation/use-draft-text'
import type { Revision } from '#shared/contract/artifact'
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

/**
 * Stores where a comment on a spot is being written, beside its text, and opens its box again after a reload
 * and when its revision is shown again.
 */
export function useDraftRecovery(revision: () => Revision): void {
  const { id } = useReviewSource()
  const { artifact } = useSelection()
  const { draft, open } = useDraft()
  const placeName = (artifactId: string, slot?: number) => `${id}:place${slotSuffix(slot)}:${artifactId}`

  /** Returns the comment that was left on the revision under this number. */
  function readLeft(artifactId: string, slot: number): Draft | undefined {
    const stored = readDraftText(placeName(artifactId, slot))
    if (stored === '') return
    const left = { ...(JSON.parse(stored) as Draft), restored: true }
    return left.revisionId === revision().id && hasDraft(draftName(id, left)) ? left : undefined
  }

  function restore() {
    const artifactId = artifact.value?.id
    if (draft.value || !artifactId) return
    for (let slot = 0; slot < SLOTS; slot++) {
      const left = readLeft(artifactId, slot)
      if (left) return open(left)
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
    watch(() => revision().id, restore, { immediate: true, flush: 'post' })
  })
}
