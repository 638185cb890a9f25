import { ASSUMED_RATE } from '~/annotation/playback'
import { isAtMoment } from '~/annotation/time'
import { marksOf } from '~/stage/marks/thread-marks'
import type { Side } from './pair'

/**
 * The marks on one side of a comparison whose comments are not resolved; none while marks are hidden. On a
 * video, these are only the marks at its current position, which `seconds` returns.
 */
export function useMarksOn(side: () => Side | null | undefined, seconds: () => number) {
  const { threads } = useReviewSource()
  const marksShown = useMarksShown()
  return computed(() => {
    const shown = side()
    if (!marksShown.value || !shown) return []
    const { artifact, revision } = shown
    return threads.value
      .filter(
        each =>
          each.artifactId === artifact.id &&
          each.revision === revision.index &&
          each.status !== 'resolved' &&
          (artifact.kind !== 'video' || isAtMoment(each, seconds() * 1000, ASSUMED_RATE)),
      )
      .flatMap(thread => marksOf(thread).map(mark => ({ ...mark, editable: false })))
  })
}
