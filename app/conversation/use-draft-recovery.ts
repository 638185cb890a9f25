import { readDraftText, saveDraftText } from '~/conversation/use-draft-text'
import type { Revision } from '#shared/contract/artifact'
import type { Draft } from '~/review/use-review'

/** The name the text of a note is kept under. */
export function draftName(reviewId: string, draft: Draft | null): string {
  if (draft === null) return `${reviewId}:review`
  return [
    reviewId,
    ...(draft.shape ? ['spot'] : draft.timestampMs !== null ? ['moment'] : []),
    draft.artifactId,
  ].join(':')
}

/**
 * Keeps where a note on a spot is being written, beside its text, and brings the draft back where it was:
 * after a reload, and when its revision is on the stage again.
 */
export function useDraftRecovery(
  { id, artifact, draft }: ReturnType<typeof useReview>,
  revision: () => Revision,
) {
  const nameOf = (artifactId: string) => `${id}:place:${artifactId}`

  function restore() {
    const artifactId = artifact.value?.id
    if (draft.value || !artifactId) return
    const kept = readDraftText(nameOf(artifactId))
    if (kept === '') return
    const known = { ...(JSON.parse(kept) as Draft), restored: true }
    if (known.revisionId === revision().id && readDraftText(draftName(id, known)).trim() !== '')
      draft.value = known
  }

  onMounted(() => {
    watch(
      draft,
      now => {
        if (now?.shape) saveDraftText(nameOf(now.artifactId), JSON.stringify(now))
      },
      { immediate: true },
    )
    watch(() => revision().id, restore, { immediate: true, flush: 'post' })
  })
}
