import { shapeOf } from '#shared/annotation/shapes'
import { parseStored } from '~/ui/page/device-storage'
import { hasDraft, readDraftText, saveDraftText } from '~/ui/page/use-draft-text'
import type { Draft } from '~/review-state/use-draft'
import { draftName, isSameDraft, placeNameOf, placeNamesOn } from './draft-names'

/** A revision that is shown on the page. */
interface Shown {
  artifact: { id: string }
  revision: { id: string }
}

/**
 * Stores the position of a comment that is being written (its revision, shapes and video time), if its form
 * is next to the image. The text is stored separately.
 */
export function storeDraftPlace(reviewId: string, draft: Draft): void {
  const name = placeNameOf(reviewId, draft)
  if (name !== undefined) saveDraftText(name, JSON.stringify(draft))
}

/**
 * Returns the position of a comment that is stored under a name; undefined if no valid position is stored.
 */
export const readDraftPlace = (name: string): Draft | undefined => parseStored(readDraftText(name), isDraft)

const isDraft = ({ artifactId, revisionId, timestampMs, shape, more }: Draft) =>
  [artifactId, revisionId].every(each => typeof each === 'string') &&
  (timestampMs === null || Number.isFinite(timestampMs)) &&
  [shape ?? [], more ?? []].flat().every(each => shapeOf(each) !== null)

/**
 * Opens the form of an unfinished comment again: after a reload, when its revision is shown again, and when
 * another form is closed. `shown`: the revisions whose images or videos are shown.
 */
export function useDraftRecovery(shown: () => readonly Shown[]): void {
  const { id } = useReviewSource()
  const { draft, open } = useDraft()
  const { threadId } = useThreadSelection()

  /** Returns the unfinished comments on a revision. */
  const unfinishedOn = ({ artifact, revision }: Shown): Draft[] =>
    placeNamesOn(id, artifact.id, revision.id)
      .flatMap(each => readDraftPlace(each) ?? [])
      .filter(each => each.revisionId === revision.id && hasDraft(draftName(id, each)))
      .map(each => ({ ...each, restored: true }))

  /**
   * Opens the first unfinished comment. `closed`: the comment whose form was just closed; it is skipped,
   * because it may have been sent.
   */
  function restore(closed?: Draft | null) {
    if (draft.value) return
    const [first] = shown()
      .flatMap(unfinishedOn)
      .filter(each => !(closed && isSameDraft(each, closed)))
    if (first) open(first)
  }

  onMounted(() => {
    watch(
      () =>
        shown()
          .map(each => each.revision.id)
          .join(),
      () => restore(),
      { immediate: true, flush: 'post' },
    )
    // Opens no form while the person reads another comment, because the form might cover this comment.
    watch(draft, (now, before) => now || threadId.value || restore(before), { flush: 'post' })
  })
}
