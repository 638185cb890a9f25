import { isSameDraft } from '~/comment/draft-names'
import type { Draft } from '~/review-state/use-draft'
import { revisionNotice } from './revision-notice'

/**
 * The notice on the stage about other revisions of its artifact. Null if there is no such notice, and while
 * there is a new revision, which a toast and its chip announce.
 */
export function useRevisionNotice() {
  const { threads, isPartial } = useReviewSource()
  const { artifact, revision, latestRevision, arrivedRevision } = useSelection()
  const { thread } = useThreadSelection()
  const marksShown = useMarksShown()
  const { carriedTo, isUnknown } = useCarriedSpots()
  const { placed } = useUnsentComments()
  const { draft, sendingDrafts } = useDraft()
  /** Whether the form of a comment is open on the stage. */
  const isShown = (each: Draft) =>
    each.revisionId === revision.value?.id &&
    [draft.value, ...sendingDrafts.value].some(open => open && isSameDraft(open, each))
  return computed(() =>
    arrivedRevision.value
      ? null
      : revisionNotice({
          artifact: artifact.value,
          shown: revision.value,
          latest: latestRevision.value,
          // The notice counts comments, so it waits for all threads.
          threads: isPartial.value ? [] : threads.value,
          selected: thread.value,
          // Marks are searched only while they are shown. Until a search ends, the notice does not claim that
          // the spot is not on this revision.
          isCarried: each =>
            marksShown.value &&
            revision.value !== undefined &&
            (carriedTo(revision.value, each) !== null || isUnknown(revision.value, each)),
          unsent: placed.value.filter(each => !isShown(each)),
        }),
  )
}
