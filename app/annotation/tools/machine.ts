import type { PointGeometry, Shape, ShapeKind } from '#shared/contract/geometry'
import type { View } from '../projection'
import type { Drag, Handle } from '../shapes'

/**
 * `select` picks, moves and resizes marks, and draws when one just acts: a click is a point, a drag a
 * rectangle.
 */
export type ToolName = 'select' | ShapeKind | 'pan'

/** A mark on the stage; `own` when whoever looks may move and resize it. */
export interface Mark {
  id: string
  shape: Shape
  own: boolean
}

/**
 * What a tool may look at: how the picture lies, its marks in the order they are drawn, the selected one, and
 * how many CSS pixels beside a mark still mean it: a finger needs more than a cursor.
 */
export interface ToolContext {
  view: View
  marks: readonly Mark[]
  selectedId: string | null
  tolerance?: number
}

/** The mark below a press, the handle it grabbed, if any, and the mark that a click selects. */
export interface Grabbed {
  mark: Mark
  handle: Handle | null
  chosenId: string
}

/** Pressed, and not yet further than a click's tremble; `inside` when on the picture. */
export interface Pointing {
  name: 'pointing'
  start: PointGeometry
  inside: boolean
  grabbed: Grabbed | null
  finger?: boolean
}

/** Where a tool is between the first press and the finished mark. */
export type ToolState =
  | { name: 'idle' }
  | Pointing
  | { name: 'drawing'; kind: ShapeKind; path: Drag['path']; shape: Shape }
  /** A mark on its way elsewhere; `shape` is where it would stand. */
  | { name: 'dragging'; mark: Mark; start: PointGeometry; shape: Shape }
  | { name: 'resizing'; mark: Mark; handle: Handle; start: PointGeometry; shape: Shape }
  /** Moved and sized by keyboard until it is confirmed; `mark` is null for a new one. */
  | { name: 'placing'; mark: Mark | null; shape: Shape }
  | { name: 'panning' }

/** Modifier keys that change what a drag or an arrow key does. */
export interface HeldKeys {
  shift: boolean
  alt: boolean
}

/**
 * What happened. `at` is in fractions of the picture, held inside it; `distance`, `dx` and `dy` are CSS
 * pixels, since the press and since the event before.
 */
export type ToolEvent =
  /**
   * `inside`: on the picture, not beside it. `pan`: space is held, or it is the middle button. `on`: the mark
   * whose pin it hit. `finger`: it touches the screen.
   */
  | { type: 'down'; at: PointGeometry; inside: boolean; pan: boolean; on?: string; finger?: boolean }
  | ({ type: 'move'; at: PointGeometry; distance: number; dx: number; dy: number } & HeldKeys)
  | ({ type: 'up'; at: PointGeometry; distance: number } & HeldKeys)
  /** The pointer was taken away: a second finger, a lost capture, another tool. */
  | { type: 'cancel' }
  /** `key` as in `KeyboardEvent.key`. */
  | ({ type: 'key'; key: string } & HeldKeys)

/** What to do about it, as data. */
export type ToolEffect =
  /** A new mark is drawn; a note may be written on it. */
  | { type: 'draft'; shape: Shape }
  /** Null: nothing is selected any more, and an open draft is dropped. */
  | { type: 'select'; id: string | null }
  | { type: 'edit'; id: string; shape: Shape }
  /** CSS pixels. */
  | { type: 'pan'; dx: number; dy: number }
  /** About the middle of the stage. */
  | { type: 'zoom'; factor: number }
  /** What was under way is gone without a trace; a draft that was open before it stays. */
  | { type: 'cancel' }

/** The next state and what to do; the same state and no effects when the event meant nothing to the tool. */
export interface ToolResult {
  state: ToolState
  effects: ToolEffect[]
}

/** What sets one tool apart; the rest is the same for all of them. */
export interface Tool {
  /** What a press starts. */
  press: (event: Extract<ToolEvent, { type: 'down' }>, context: ToolContext) => ToolState
  /** What a press becomes once it is a drag; the drag follows the pointer from there. */
  drag: (pressed: Pointing, view: View) => ToolState
  /** What a press that stayed where it was asks for. */
  click: (pressed: Pointing, view: View) => ToolEffect[]
  /** What Enter starts; null when it means nothing. */
  enter: (context: ToolContext) => ToolState | null
}

/** Where every tool starts, and where it ends. */
export const idle: ToolState = { name: 'idle' }
