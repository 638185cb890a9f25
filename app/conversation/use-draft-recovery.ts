import { readDraftText, saveDraftText } from '~/conversation/use-draft-text'
import type { Revision } from '#shared/contract/artifact'
import type { Draft } from './use-draft'

/** The name under which the text of a comment is stored. */
export function draftName(reviewId: string, draft: Draft | null): string {
  if (draft === null) return `${reviewId}:review`
  return [
    reviewId,
    ...(draft.shape ? ['spot'] : draft.timestampMs !== null ? ['moment'] : []),
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
  const placeName = (artifactId: string) => `${id}:place:${artifactId}`

  function restore() {
    const artifactId = artifact.value?.id
    if (draft.value || !artifactId) return
    const stored = readDraftText(placeName(artifactId))
    if (stored === '') return
    const restored = { ...(JSON.parse(stored) as Draft), restored: true }
    const hasText = readDraftText(draftName(id, restored)).trim() !== ''
    if (restored.revisionId === revision().id && hasText) open(restored)
  }

  onMounted(() => {
    watch(
      draft,
      now => {
        if (now?.shape) saveDraftText(placeName(now.artifactId), JSON.stringify(now))
      },
      { immediate: true },
    )
    watch(() => revision().id, restore, { immediate: true, flush: 'post' })
  })
}
