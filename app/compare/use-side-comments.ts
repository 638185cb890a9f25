import { isOnImage, toNormalized, type ScreenPoint, type View } from '#shared/annotation/projection'
import type { Shape } from '#shared/contract/geometry'
import type { Side } from './pair'
import { isAccepted } from './use-accepted'
import type { SheetPlayback } from '~/video/use-sheet-playback'

/**
 * Returns the video time of a new comment in milliseconds; null for an image. After the end of a video that
 * is shorter than the others, it is the time of its last frame, which is shown.
 */
export function momentOn(side: Side | null, playback: SheetPlayback | undefined): number | null {
  if (side?.artifact.kind !== 'video' || !playback) return null
  const position = Math.round(playback.seconds.value * 1000)
  return Math.min(position, side.revision.durationMs ?? position)
}

/** Opens the form of a new comment on one side of a comparison, or on one cell of a contact sheet. */
export function useSideComments() {
  const { canComment } = useReviewAccess()
  const { addShape } = useDraft()
  const open = useNewDraft()

  /**
   * Opens the form. A comment on a video belongs to the current frame, and opening the form pauses the video.
   */
  function openOn(side: Side, shape: Shape | null, playback: SheetPlayback | undefined) {
    const { artifact, revision } = side
    // Comments belong to this review, so there are none on a revision of another one.
    if (isAccepted(revision)) return
    playback?.pause()
    const timestampMs = momentOn(side, playback)
    const place = { artifactId: artifact.id, revisionId: revision.id, timestampMs }
    open(shape ? { ...place, shape } : { ...place, shape, hasOwnForm: true })
  }

  /**
   * Begins a comment on a shape. If the form of a comment is open and accepts several shapes, adds the shape
   * to it.
   */
  function onShape(side: Side, shape: Shape, playback?: SheetPlayback) {
    if (!addShape(side.revision.id, shape)) openOn(side, shape, playback)
  }

  return {
    onShape,
    /** Begins a comment on the whole image or, on a video, at its current position. */
    onWhole(side: Side, playback: SheetPlayback | undefined) {
      if (canComment.value) openOn(side, null, playback)
    },
    /** Begins a comment at the clicked point. `at` is in CSS pixels of the view. */
    onClick(side: Side, view: View, at: ScreenPoint, playback: SheetPlayback | undefined) {
      if (canComment.value && isOnImage(view, at))
        onShape(side, { kind: 'point', geometry: toNormalized(view, at) }, playback)
    },
  }
}
