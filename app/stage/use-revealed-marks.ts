import { boundsOfAll } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { isPhone } from '~/ui/elements/use-media-query'
import type { PendingMark } from './marks/use-pending-marks'
import type { StageViewport } from './use-viewport'

/** The comments whose marks are drawn on the image, and the marks of pending comments. */
interface StageComments {
  threads: Readonly<Ref<readonly Thread[]>>
  /** Returns whether the marks of a comment are drawn where they may be, because their place is not known. */
  isAssumed: (thread: Thread) => boolean
  /** Returns the shapes of a comment on the image. */
  shapesOn: (thread: Thread) => readonly Shape[]
  pending: Readonly<Ref<readonly PendingMark[]>>
}

/**
 * Moves the image so that a person sees the marks that they asked for: the marks of the selected comment and
 * of the opened pending comment, and the mark of a recovered draft. The marks of the selected comment are
 * revealed again when their place on the image becomes known, and, on a phone, when the height of the stage
 * changes: the raised conversation leaves a low stage.
 */
export function useRevealedMarks(
  { stage, reveal }: Pick<StageViewport, 'stage' | 'reveal'>,
  { threads, isAssumed, shapesOn, pending }: StageComments,
): void {
  const { artifact } = useSelection()
  const { thread, focusRequest } = useThreadSelection()
  const { draft } = useDraft()
  const { opened } = usePending()

  function revealAll(shapes: readonly Shape[]) {
    const bounds = boundsOfAll(shapes)
    if (bounds) reveal(bounds)
  }
  function revealSelected() {
    if (thread.value && thread.value.artifactId === artifact.value?.id) revealAll(shapesOn(thread.value))
  }

  const isSelectedDrawn = () => threads.value.some(each => each.threadId === thread.value?.threadId)
  const isSelectedAssumed = () => thread.value !== undefined && isAssumed(thread.value)
  watch([() => thread.value?.threadId, focusRequest, isSelectedDrawn, isSelectedAssumed], revealSelected, {
    immediate: true,
    flush: 'post',
  })
  watch(
    () => stage.value.height,
    () => isPhone() && revealSelected(),
    { flush: 'post' },
  )
  watch(
    opened,
    now => {
      const marks = pending.value.filter(each => each.commentId === now?.id)
      revealAll(marks.map(each => each.shape))
    },
    { immediate: true, flush: 'post' },
  )
  watch(draft, now => {
    if (now?.restored && now.shape) revealAll([now.shape])
  })
}
