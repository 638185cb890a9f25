import type { PointGeometry, Shape, ShapeKind } from '#shared/contract/geometry'
import type { View } from '#shared/annotation/projection'
import type { Drag, Handle } from '#shared/annotation/shapes'

/**
 * The names of the tools. `select` selects, moves and resizes marks. It also draws: a click draws a point,
 * and a drag draws a rectangle.
 */
export type ToolName = 'select' | ShapeKind | 'pan'

/** A mark on the stage. `editable`: whether the person may move and resize the mark. */
export interface Mark {
  id: string
  shape: Shape
  editable: boolean
  /**
   * Whether the form that edits the comment of the mark is open. A finger can move the mark only while the
   * form is open.
   */
  edited?: boolean
  /** Whether the mark is a shape of the comment that is being written. Every tool can change such a shape. */
  isDraft?: boolean
  /**
   * Whether this shape of the comment that is being written has handles. At most one of its shapes has them.
   */
  isCurrent?: boolean
}

/** The data that a tool needs to handle an event. */
export interface ToolContext {
  view: View
  /** The marks, in the order in which they are drawn. */
  marks: readonly Mark[]
  selectedId: string | null
  /** CSS pixels: the maximum distance between a press and the mark that it hits. */
  tolerance?: number
  /**
   * The outlined box of an element of the page. A click on the image draws this box instead of a point. Null
   * if no element is outlined.
   */
  element?: Shape | null
}

/** The mark that a press hit. */
export interface Grabbed {
  mark: Mark
  /** The pressed handle of the mark; null if the press hit no handle. */
  handle: Handle | null
  /**
   * The id of the mark that a click selects; null if a click draws a point. Where pins overlap, it may be the
   * id of another mark than `mark`.
   */
  chosenId: string | null
  /** Whether a drag moves or resizes the mark: see `isMovable` in `pins.ts`. */
  movable: boolean
  /**
   * Whether the press is inside of a shape of the comment that is being written. A click then does not select
   * the shape, but has the same effect as a click on the image.
   */
  isInside?: boolean
}

/** A press that has not moved far enough to be a drag. `inside`: whether the press is on the image. */
export interface Pointing {
  name: 'pointing'
  start: PointGeometry
  inside: boolean
  grabbed: Grabbed | null
  touch?: boolean
}

/** The state of a gesture. */
export type ToolState =
  | { name: 'idle' }
  | Pointing
  | { name: 'drawing'; kind: ShapeKind; path: Drag['path']; shape: Shape }
  /** `shape`: the shape that the mark would have if the pointer were released now. */
  | { name: 'dragging'; mark: Mark; start: PointGeometry; shape: Shape }
  | { name: 'resizing'; mark: Mark; handle: Handle; start: PointGeometry; shape: Shape }
  /**
   * The keyboard moves and resizes a shape until the person confirms it. `mark` is the existing mark whose
   * shape is edited; null for a new shape.
   */
  | { name: 'placing'; mark: Mark | null; shape: Shape }
  | { name: 'panning' }

/** The modifier keys that change the effect of a drag or an arrow key. */
export interface HeldKeys {
  shift: boolean
  alt: boolean
}

/**
 * An input event. `at` is a point in fractions of the image; a point outside of the image is moved to its
 * edge. `distance` is the distance from the press, `dx` and `dy` are the distances from the previous event,
 * all in CSS pixels.
 */
export type ToolEvent =
  /**
   * `inside`: whether the press is on the image. `pan`: whether Space is held or the middle button is
   * pressed. `on`: the id of the mark whose pin was pressed. `touch`: whether the pointer is a finger.
   */
  | { type: 'down'; at: PointGeometry; inside: boolean; pan: boolean; on?: string; touch?: boolean }
  | ({ type: 'move'; at: PointGeometry; distance: number; dx: number; dy: number } & HeldKeys)
  | ({ type: 'up'; at: PointGeometry; distance: number } & HeldKeys)
  /**
   * Cancels the gesture, for example after a second finger, the event `pointercancel` or a change of the
   * tool.
   */
  | { type: 'cancel' }
  /** A key press. `key` is a value of `KeyboardEvent.key`. */
  | ({ type: 'key'; key: string } & HeldKeys)

/** An effect that the caller must apply. */
export type ToolEffect =
  /** Opens the form of a new comment on this shape. */
  | { type: 'draft'; shape: Shape }
  /** Selects a mark. Null clears the selection and closes an open draft. */
  | { type: 'select'; id: string | null }
  /** A click next to the image: clears the selection. An open draft is closed unless it has a text. */
  | { type: 'leave' }
  | { type: 'edit'; id: string; shape: Shape }
  /** Moves the image by CSS pixels. */
  | { type: 'pan'; dx: number; dy: number }
  /** Zooms around the center of the stage. */
  | { type: 'zoom'; factor: number }
  /** The gesture was cancelled. An open draft stays. */
  | { type: 'cancel' }

/**
 * The next state and the effects. If the tool does not handle an event, the state is the same and there are
 * no effects.
 */
export interface ToolResult {
  state: ToolState
  effects: ToolEffect[]
}

/** The behavior of one tool. `runTool` implements the behavior that all tools share. */
export interface Tool {
  /** Returns the state after a press. */
  press: (event: Extract<ToolEvent, { type: 'down' }>, context: ToolContext) => ToolState
  /** Returns the state after a press has become a drag. */
  drag: (pressed: Pointing, view: View) => ToolState
  /** Returns the effects of a click. */
  click: (pressed: Pointing, view: View) => ToolEffect[]
  /** Returns the state after Enter; null if the tool does not handle Enter. */
  enter: (context: ToolContext) => ToolState | null
}

/** The initial and the final state of every gesture. */
export const idle: ToolState = { name: 'idle' }
