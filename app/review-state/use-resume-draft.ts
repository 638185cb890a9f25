import type { Draft } from './use-draft'

/** Returns a function that opens the box of a comment on the revision that the comment points at. */
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
