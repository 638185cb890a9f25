import type { ShapeKind } from '#shared/contract/geometry'
import { drawShape } from '../shapes'
import type { Tool } from './machine'
import { place } from './placing'

/** The tool that draws one kind of mark, whatever is below it. A click makes a point, and nothing of what needs a drag. */
export function drawingTool(kind: ShapeKind): Tool {
  return {
    press: ({ at, inside }) => ({ name: 'pointing', start: at, inside, grabbed: null }),
    drag: ({ start }) => ({ name: 'drawing', kind, start, shape: drawShape(kind, start, start) }),
    click: ({ start, inside }) => kind === 'point' && inside ? [{ type: 'draft', shape: drawShape(kind, start, start) }] : [],
    enter: context => ({ name: 'placing', mark: null, shape: place(kind, context.view) }),
  }
}
