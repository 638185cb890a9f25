import type { PointGeometry, ShapeKind } from '#shared/contract/geometry'
import type { View } from '#shared/annotation/projection'
import { drawShape } from '#shared/annotation/shapes'
import type { Tool, ToolState } from './machine'
import { grabbedDraft, startChanging } from './grabbing'
import { place } from './placing'
import { pinned } from './pins'

/**
 * Returns the tool that draws one kind of shape, also on top of marks. A drag draws a shape of this kind. A
 * drag that begins on the line or a handle of a shape of the comment being written changes that shape
 * instead. A click on a pin selects the mark of that pin; any other click on the image creates a point.
 */
export function drawingTool(kind: ShapeKind): Tool {
  return {
    press: (event, context) => ({
      name: 'pointing',
      start: event.at,
      inside: event.inside,
      grabbed: pinned(event, context) ?? grabbedDraft(event, context),
    }),
    drag: ({ start, grabbed }, view) =>
      grabbed?.mark.isDraft && grabbed.movable
        ? startChanging(grabbed, start)
        : startDrawing(kind, start, view),
    click({ start, inside, grabbed }, view) {
      if (grabbed?.chosenId) return [{ type: 'select', id: grabbed.chosenId }]
      return inside ? [{ type: 'draft', shape: drawShape('point', { path: [start], view }) }] : []
    },
    enter: context => ({ name: 'placing', mark: null, shape: place(kind, context.view) }),
  }
}

/** Returns the state at the start of a drag that draws a shape. */
export function startDrawing(kind: ShapeKind, start: PointGeometry, view: View): ToolState {
  return { name: 'drawing', kind, path: [start], shape: drawShape(kind, { path: [start], view }) }
}
