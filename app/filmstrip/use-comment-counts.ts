import type { Artifact, Revision } from '#shared/contract/artifact'

/** The number of comments on evidence that are not resolved. Fixed ones count, since a person checks them. */
export function useCommentCounts() {
  const { threads, isPartial } = useReviewSource()
  const byPlace = computed(() => {
    const counts = new Map<string, number>()
    const add = (place: string) => counts.set(place, (counts.get(place) ?? 0) + 1)
    for (const { artifactId, revision, status } of threads.value) {
      if (artifactId === null || status === 'resolved') continue
      add(artifactId)
      add(`${artifactId} r${revision}`)
    }
    return counts
  })
  return {
    /** Returns the number of comments on an artifact. The server counts them until all are loaded. */
    ofArtifact: ({ id, threadCounts }: Artifact): number =>
      isPartial.value ? threadCounts.open + threadCounts.addressed : (byPlace.value.get(id) ?? 0),
    /** Returns the number of loaded comments on a revision of an artifact. */
    ofRevision: ({ id }: Pick<Artifact, 'id'>, { index }: Pick<Revision, 'index'>): number =>
      byPlace.value.get(`${id} r${index}`) ?? 0,
  }
}
