import { boundsOfAll, shapesOf } from '#shared/annotation/shapes'
import type { PendingPlace } from '#shared/contract/pending-comment'
import type { Thread } from '#shared/contract/thread'
import { frameTime } from '~/annotation/time'
import type { ViewMoves } from '~/stage/use-viewport'
import type { usePlayer } from './use-player'

/**
 * Shows the moment and the marks of a comment of the video when the comment is opened. Returns a function
 * that shows the first position of the video: where its comparison was closed, or the moment of the open
 * comment. It must be called when the metadata of the video is loaded.
 */
export function useCommentedMoment(
  { run, seek }: Pick<ReturnType<typeof usePlayer>, 'run' | 'seek'>,
  viewport: Pick<ViewMoves, 'reveal'>,
): () => void {
  const { artifact } = useSelection()
  const { thread, focusRequest } = useThreadSelection()
  const { opened, openRequest } = usePending()
  const { resumeAt } = useVideoTime().value
  /**
   * Whether the video continues at `resumeAt`. It does not if another video or a comment was opened since
   * then.
   */
  const resumes = resumeAt?.artifactId === artifact.value?.id && resumeAt?.focusRequest === focusRequest.value

  function seekTo(comment: Thread | PendingPlace | undefined) {
    const ms = comment ? frameTime(comment) : null
    if (!comment || ms === null || comment.artifactId !== artifact.value?.id) return
    const bounds = boundsOfAll(shapesOf(comment))
    if (bounds) viewport.reveal(bounds)
    run(0)
    seek(ms / 1000)
  }
  const seekToOpened = () => seekTo(opened.value?.place ?? thread.value)
  // Seeks only if the focus is requested for a comment. When the person's own new comment opens, there is no
  // request, so the video stays at its position.
  watch(focusRequest, () => seekTo(thread.value))
  watch(openRequest, seekToOpened)

  return () => {
    if (resumeAt && resumes) seek(resumeAt.seconds)
    else seekToOpened()
  }
}
