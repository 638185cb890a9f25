import type { Draft } from './use-draft'

/**
 * Returns a function that shows the revision of a draft on the stage and opens the form of the draft again.
 */
export function useResumeDraft(): (unfinished: Draft) => void {
  const { completedArtifacts } = useReviewSource()
  const { openArtifact } = useSelection()
  const { open } = useDraft()
  return unfinished => {
    const place = completedArtifacts.value.find(each => each.id === unfinished.artifactId)
    openArtifact(
      place,
      place?.revisions.find(each => each.id === unfinished.revisionId),
    )
    open(unfinished)
  }
}
