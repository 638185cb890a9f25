import { revisionNotice } from './revision-notice'

/**
 * What the stage says about the other revisions of its artifact; null for nothing, and while the header
 * offers a new one.
 */
export function useRevisionNotice() {
  const { threads } = useReviewSource()
  const { artifact, revision, latestRevision, arrivedRevision } = useSelection()
  const { spots } = useUnsentComments()
  return computed(() =>
    arrivedRevision.value
      ? null
      : revisionNotice({
          artifact: artifact.value,
          shown: revision.value,
          latest: latestRevision.value,
          threads: threads.value,
          unsent: spots.value,
        }),
  )
}
