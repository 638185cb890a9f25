import type { PointGeometry, Shape, ShapeKind } from '#shared/contract/geometry'
import type { View } from '#shared/annotation/projection'
import type { Drag, Handle } from '#shared/annotation/shapes'

/**
 * `select` picks, moves and resizes marks, and draws when one just acts: a click is a point, a drag a
 * rectangle.
 */
export type ToolName = 'select' | ShapeKind | 'pan'

/** A mark on the stage. `editable`: the person may move and resize it. */
export interface Mark {
  id: string
  shape: Shape
  editable: boolean
}

/** What a tool decides by. */
export interface ToolContext {
  view: View
  /** In the order they are drawn. */
  marks: readonly Mark[]
  selectedId: string | null
  /** CSS pixels: how far from a mark a press still hits it. */
  tolerance?: number
}

/** What a press hit. */
export interface Grabbed {
  mark: Mark
  /** The handle of the mark that was hit. */
  handle: Handle | null
  /** The mark that a click selects: another one where pins overlap; null where a click draws a point. */
  chosenId: string | null
  /** A drag moves or resizes the mark: it was selected before, and the person may. */
  movable: boolean
}

/** A press that has not moved far enough to be a drag. `inside`: it is on the image. */
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
  /** `shape`: the mark's shape if it were released now. */
  | { name: 'dragging'; mark: Mark; start: PointGeometry; shape: Shape }
  | { name: 'resizing'; mark: Mark; handle: Handle; start: PointGeometry; shape: Shape }
  /** The keyboard moves and resizes a shape until it is confirmed; `mark` is null for a new one. */
  | { name: 'placing'; mark: Mark | null; shape: Shape }
  | { name: 'panning' }

/** Modifier keys that change what a drag or an arrow key does. */
export interface HeldKeys {
  shift: boolean
  alt: boolean
}

/**
 * An input event. `at` is in fractions of the image, clamped to it. In CSS pixels: `distance` from the press,
 * `dx` and `dy` from the previous event.
 */
export type ToolEvent =
  /**
   * `inside`: on the image. `pan`: Space is held, or the middle button is pressed. `on`: the id of the mark
   * whose pin was hit. `touch`: the pointer is a finger.
   */
  | { type: 'down'; at: PointGeometry; inside: boolean; pan: boolean; on?: string; touch?: boolean }
  | ({ type: 'move'; at: PointGeometry; distance: number; dx: number; dy: number } & HeldKeys)
  | ({ type: 'up'; at: PointGeometry; distance: number } & HeldKeys)
  /** The gesture ends without effect: a second finger, a cancelled pointer, another tool. */
  | { type: 'cancel' }
  /** `key` as in `KeyboardEvent.key`. */
  | ({ type: 'key'; key: string } & HeldKeys)

/** What the caller must do, as data. */
export type ToolEffect =
  /** Open the form of a new comment on this shape. */
  | { type: 'draft'; shape: Shape }
  /** Null: clear the selection and close an open draft. */
  | { type: 'select'; id: string | null }
  | { type: 'edit'; id: string; shape: Shape }
  /** CSS pixels. */
  | { type: 'pan'; dx: number; dy: number }
  /** Around the centre of the stage. */
  | { type: 'zoom'; factor: number }
  /** The gesture was cancelled. An open draft stays. */
  | { type: 'cancel' }

/**
 * The next state and the effects. An event that the tool does not handle gives the same state and no effects.
 */
export interface ToolResult {
  state: ToolState
  effects: ToolEffect[]
}

/** The behaviour of one tool; `runTool` implements what all tools share. */
export interface Tool {
  /** Returns the state after a press. */
  press: (event: Extract<ToolEvent, { type: 'down' }>, context: ToolContext) => ToolState
  /** Returns the state after a press has become a drag. */
  drag: (pressed: Pointing, view: View) => ToolState
  /** Returns the effects of a click. */
  click: (pressed: Pointing, view: View) => ToolEffect[]
  /** Returns the state after Enter; null when the tool does not handle it. */
  enter: (context: ToolContext) => ToolState | null
}

/** The initial and the final state of every gesture. */
export const idle: ToolState = { name: 'idle' }
