import {
  boxDepth,
  boxDistance,
  boxHandles,
  dragBoxHandle,
  drawBox,
  boxBetween,
  isBoxHandle,
  isBoxTooSmall,
  moveBox,
  sizeBox,
  type BoxHandle,
} from '../box'
import type { ShapeUtil } from '../definition'
import type { RectangleGeometry } from './geometry'

/** A rectangular area. Its pin is at the upper left corner. */
export const util: ShapeUtil<RectangleGeometry, BoxHandle> = {
  accepts: geometry => 'width' in geometry,
  hasExtent: true,
  bounds: ({ x, y, width, height }) => ({ x, y, width, height }),
  anchor: ({ x, y }) => ({ x, y }),
  distance: boxDistance,
  depth: boxDepth,
  area: ({ width, height }) => width * height,
  handles: boxHandles,
  draw: drawBox,
  place: ({ x, y, width, height }) => boxBetween({ x, y }, { x: x + width, y: y + height }),
  moveBy: moveBox,
  stretch: ({ x, y, width, height }, factor) => ({ x, y: y * factor, width, height: height * factor }),
  dragHandle: (geometry, handle, to) =>
    isBoxHandle(handle) ? dragBoxHandle(geometry, handle, to) : geometry,
  sizeBy: sizeBox,
  isTooSmall: isBoxTooSmall,
}
