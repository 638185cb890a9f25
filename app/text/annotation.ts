import { defineText } from './define-text'

/** The texts of `app/annotation`: the tools, and the kinds of shapes that they draw. */
export const text = defineText({
  tools: {
    label: 'Tools',
    withKey: (tool: string, key: string) => `${tool} (${key})`,
    select: 'Select',
    pan: 'Move the image',
  },
  /** The kinds of shapes, and where one is for screen readers. Positions and sizes are percentages. */
  point: {
    label: 'Point',
    describe: (x: string, y: string) => `Point at ${x} from the left, ${y} from the top`,
  },
  rectangle: {
    label: 'Rectangle',
    describe: (x: string, y: string, width: string, height: string) =>
      `Rectangle at ${x} from the left, ${y} from the top, ${width} × ${height}`,
  },
  ellipse: {
    label: 'Ellipse',
    describe: (x: string, y: string, width: string, height: string) =>
      `Ellipse around ${x} from the left, ${y} from the top, ${width} × ${height}`,
  },
  arrow: {
    label: 'Arrow',
    describe: (x1: string, y1: string, x2: string, y2: string) => `Arrow from ${x1}, ${y1} to ${x2}, ${y2}`,
  },
  freehand: {
    label: 'Freehand',
    describe: (x1: string, y1: string, x2: string, y2: string, width: string, height: string) =>
      `Freehand line from ${x1}, ${y1} to ${x2}, ${y2}, ${width} × ${height}`,
  },
})
