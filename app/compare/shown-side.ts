import type { Size, View } from '#shared/annotation/projection'
import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import type { PendingMark } from '~/stage/marks/use-pending-marks'
import type { SheetPlayback } from '~/video/use-sheet-playback'
import type { Side } from './pair'

/** One side of a comparison, as a stage displays it. */
export interface ShownSide {
  /** The compared evidence; null while nothing is compared. */
  evidence: Side | null
  /** The URL of the image or, until it is loaded, of its thumbnail; null for a video. */
  src: string | null
  /** Whether the full image is loading. Until then `src` is its thumbnail, or null. */
  loading: boolean
  size: Size
  label: string
  address: string | null
  /** The video and its playback; null for an image. For a video, `src` is null. */
  video: { revision: Revision; playback: SheetPlayback } | null
  /**
   * The shapes of the selected comment or of the open pending comment; null if that comment is not on this
   * revision.
   */
  mark: readonly Shape[] | null
  /** The comments on this revision whose marks are shown, and the marks of its pending comments. */
  threads: readonly Thread[]
  pending: readonly PendingMark[]
}

/**
 * Returns the view of one side's image. `view` has the common size to which both images are padded; the image
 * itself may be smaller.
 */
export const viewOf = ({ size }: ShownSide, view: View | null): View | null =>
  view && { ...view, image: size }
