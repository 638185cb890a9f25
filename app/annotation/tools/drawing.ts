import type { PointGeometry, ShapeKind } from '#shared/contract/geometry'
import type { View } from '#shared/annotation/projection'
import { drawShape } from '#shared/annotation/shapes'
import type { Tool, ToolState } from './machine'
import { place } from './placing'
import { pinned } from './pins'

/**
 * The tool that draws one kind of shape, even over marks. A shape with an extent needs a drag. A click on a
 * pin selects the mark of that pin; any other click creates a point.
 */
export function drawingTool(kind: ShapeKind): Tool {
  return {
    press: (event, context) => ({
      name: 'pointing',
      start: event.at,
      inside: event.inside,
      grabbed: pinned(event, context),
    }),
    drag: ({ start }, view) => startDrawing(kind, start, view),
    click({ start, inside, grabbed }, view) {
      if (grabbed?.chosenId) return [{ type: 'select', id: grabbed.chosenId }]
      return inside ? [{ type: 'draft', shape: drawShape('point', { path: [start], view }) }] : []
    },
    enter: context => ({ name: 'placing', mark: null, shape: place(kind, context.view) }),
  }
}

/** Returns the first state of a drag that draws. */
export function startDrawing(kind: ShapeKind, start: PointGeometry, view: View): ToolState {
  return { name: 'drawing', kind, path: [start], shape: drawShape(kind, { path: [start], view }) }
}
