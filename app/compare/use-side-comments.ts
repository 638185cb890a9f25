import { isOnImage, toNormalized, type ScreenPoint, type View } from '~/annotation/projection'
import type { Shape } from '#shared/contract/geometry'
import type { Side } from './pair'
import type { SheetPlayback } from './use-sheet-playback'

/** Opens the form of a new comment on one side of a comparison, or on one cell of a contact sheet. */
export function useSideComments() {
  const { canComment } = useReviewSource()
  const { openThread } = useSelection()
  const { open, addShape } = useDraft()

  /** A comment on a shape; or adds the shape to the open comment, while that gets several. */
  function onShape({ artifact, revision }: Side, shape: Shape) {
    if (addShape(revision.id, shape)) return
    openThread(undefined)
    open({ artifactId: artifact.id, revisionId: revision.id, shape, timestampMs: null })
  }

  /** A comment on the whole image, or at the position of the video. */
  function onWhole({ artifact, revision }: Side, playback: SheetPlayback | undefined) {
    if (!canComment.value) return
    openThread(undefined)
    const place = { artifactId: artifact.id, revisionId: revision.id, shape: null, isBeside: true }
    if (artifact.kind !== 'video' || !playback) return open({ ...place, timestampMs: null })
    playback.pause()
    open({ ...place, timestampMs: Math.round(playback.seconds.value * 1000) })
  }

  return {
    onShape,
    onWhole,
    /** A comment on what was clicked: a spot of the image, or a video. `at`: CSS pixels of the view. */
    onClick(side: Side, view: View, at: ScreenPoint, playback: SheetPlayback | undefined) {
      if (side.artifact.kind === 'video') return onWhole(side, playback)
      if (canComment.value && isOnImage(view, at))
        onShape(side, { kind: 'point', geometry: toNormalized(view, at) })
    },
  }
}
