import { shapesOf } from '#shared/annotation/shapes'
import { ASSUMED_RATE } from '~/annotation/playback'
import { isAtMoment } from '~/annotation/time'
import { marksOf } from '~/stage/marks/thread-marks'
import type { Side } from './pair'

/**
 * The comments whose marks are shown on one side of a comparison, and the marks of pending comments on this
 * side. On a video, these are only the comments at its current position, which `seconds` returns. `opened`:
 * the shapes of the opened comment or pending comment, if this comment is on this side.
 */
export function useMarkedOn(side: () => Side | null | undefined, seconds: () => number) {
  const { marksOn } = useConversation()
  const { opened } = usePending()
  const pendingMarks = usePendingMarks(() => side()?.revision.id)
  const { thread } = useThreadSelection()
  function isShown(at: Parameters<typeof isAtMoment>[0]) {
    return side()?.artifact.kind !== 'video' || isAtMoment(at, seconds() * 1000, ASSUMED_RATE)
  }
  const threads = computed(() => {
    const shown = side()
    return shown ? marksOn([shown]).filter(isShown) : []
  })
  const pending = computed(() => pendingMarks.value.filter(isShown))
  return {
    threads,
    pending,
    opened: computed(() => {
      const marks = pending.value.filter(each => each.commentId === opened.value?.id)
      if (marks.length > 0) return marks.map(each => each.shape)
      const selected = threads.value.find(each => each.threadId === thread.value?.threadId)
      const shapes = selected ? shapesOf(selected) : []
      return shapes.length > 0 ? shapes : null
    }),
  }
}

/** The marks of the comments on one cell of a contact sheet; none while marks are hidden. */
export function useMarksOn(side: () => Side, seconds: () => number) {
  const { threads } = useMarkedOn(side, seconds)
  const marksShown = useMarksShown()
  return computed(() =>
    marksShown.value
      ? threads.value.flatMap(thread => marksOf(thread).map(mark => ({ ...mark, editable: false })))
      : [],
  )
}
