import type { Draft } from './use-draft'

/**
 * Returns a function that shows the revision of a draft on the stage and opens the form of the draft again.
 */
export function useResumeDraft(): (left: Draft) => void {
  const { completedArtifacts } = useReviewSource()
  const { openArtifact } = useSelection()
  const { open } = useDraft()
  return left => {
    const place = completedArtifacts.value.find(each => each.id === left.artifactId)
    openArtifact(
      place,
      place?.revisions.find(each => each.id === left.revisionId),
    )
    open(left)
  }
}
