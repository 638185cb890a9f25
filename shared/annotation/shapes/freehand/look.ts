import { toImage, toScreen } from '../../projection'
import type { ShapeLook } from '../definition'
import type { FreehandGeometry } from './geometry'
import { smooth } from './smooth'

export const look: ShapeLook<FreehandGeometry> = {
  rounded: true,
  trace(path, { points }, view) {
    const line = points.map(([x, y]) => toScreen(view, { x, y }))
    path.moveTo(line[0]?.x ?? 0, line[0]?.y ?? 0)
    for (const { control1, control2, to } of smooth(line))
      path.bezierCurveTo(control1.x, control1.y, control2.x, control2.y, to.x, to.y)
  },
  outline: ({ points }, picture) => [points.map(([x, y]) => toImage(picture, { x, y }))],
}
