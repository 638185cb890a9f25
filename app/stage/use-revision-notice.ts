import { revisionNotice } from './revision-notice'

/** What the stage says about the other revisions of its artifact; null for nothing. */
export function useRevisionNotice() {
  const { threads } = useReviewSource()
  const { artifact, revision, latestRevision } = useSelection()
  return computed(() =>
    revisionNotice({
      artifact: artifact.value,
      shown: revision.value,
      latest: latestRevision.value,
      threads: threads.value,
    }),
  )
}
