import type { Shape } from '#shared/contract/geometry'
import { fit } from '~/annotation/zoom-and-pan'

/** A stage on which one thousandth of the image is one CSS pixel. */
export const view = fit({ width: 1000, height: 1000 }, { width: 1000, height: 1000 }, 0)

export const spot = (x: number, y: number): Shape => ({ kind: 'point', geometry: { x, y } })
export const box = (x: number, y: number, width: number, height: number): Shape => ({
  kind: 'rectangle',
  geometry: { x, y, width, height },
})
export const line = (x1: number, y1: number, x2: number, y2: number): Shape => ({
  kind: 'arrow',
  geometry: { x1, y1, x2, y2 },
})
