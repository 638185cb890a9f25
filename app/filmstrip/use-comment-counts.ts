import type { Artifact, Revision } from '#shared/contract/artifact'

/**
 * Counts the comments on evidence that are not resolved. Addressed comments count, too, because a person
 * still has to check them.
 */
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
    /**
     * Returns the number of comments on an artifact. Until all comments are loaded, it is the number that the
     * server has counted.
     */
    ofArtifact: ({ id, threadCounts }: Artifact): number =>
      isPartial.value ? threadCounts.open + threadCounts.addressed : (byPlace.value.get(id) ?? 0),
    /** Returns the number of loaded comments on a revision of an artifact. */
    ofRevision: ({ id }: Pick<Artifact, 'id'>, { index }: Pick<Revision, 'index'>): number =>
      byPlace.value.get(`${id} r${index}`) ?? 0,
  }
}
