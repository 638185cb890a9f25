import { marksOf } from '~/stage/thread-marks'
import type { Side } from './pair'

/** The marks on one side of a comparison that are not resolved; none while marks are hidden. */
export function useMarksOn(side: () => Side) {
  const { threads } = useReviewSource()
  const marksShown = useMarksShown()
  return computed(() => {
    const { artifact, revision } = side()
    if (!marksShown.value) return []
    return threads.value
      .filter(
        each =>
          each.artifactId === artifact.id && each.revision === revision.index && each.status !== 'resolved',
      )
      .flatMap(thread => marksOf(thread).map(mark => ({ ...mark, editable: false })))
  })
}
