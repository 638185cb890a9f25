import type { ShapeKind } from '#shared/contract/geometry'
import { drawShape } from '../shapes'
import type { Tool } from './machine'
import { place } from './placing'
import { pinned } from './select'

/**
 * The tool that draws one kind of mark, whatever is below it. A click on a pin selects its mark; elsewhere it
 * makes a point, and nothing of what needs a drag.
 */
export function drawingTool(kind: ShapeKind): Tool {
  return {
    press: (event, context) => ({
      name: 'pointing',
      start: event.at,
      inside: event.inside,
      grabbed: pinned(event, context),
    }),
    drag: ({ start }) => ({ name: 'drawing', kind, start, shape: drawShape(kind, start, start) }),
    click({ start, inside, grabbed }) {
      if (grabbed) return [{ type: 'select', id: grabbed.chosenId }]
      return kind === 'point' && inside ? [{ type: 'draft', shape: drawShape(kind, start, start) }] : []
    },
    enter: context => ({ name: 'placing', mark: null, shape: place(kind, context.view) }),
  }
}
