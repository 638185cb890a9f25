import type { Shape } from '#shared/contract/geometry'

/** A mark to draw. `strong`: whether the mark is highlighted because it is selected or hovered. */
export interface DrawnMark {
  id: string
  shape: Shape
  strong: boolean
  /**
   * Whether the area of the mark is filled, which changes the colors of the picture there. Without it, only
   * the line is drawn.
   */
  filled?: boolean
  /** Whether the line is dashed: the comment of the mark is not sent yet, or its place is not known yet. */
  pending?: boolean
  handles: boolean
}

/** The properties of a mark that is not highlighted. */
export const plain = { strong: false, handles: false }
