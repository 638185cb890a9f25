import type { ImagePoint } from '#shared/annotation/projection'
import { text } from '~/text/compare-and-video'
import { formatCount } from '~/text/language/count'

/**
 * Returns how far something moved, such as "63 px down", in CSS pixels of the page. `by` is in image pixels,
 * and `density` is the number of image pixels per CSS pixel.
 */
export function moveWay({ x, y }: ImagePoint, density = 1): string {
  const { ways } = text.changes
  const length = (pixels: number) => formatCount(Math.max(1, Math.round(Math.abs(pixels) / density)))
  const across = x === 0 ? '' : (x < 0 ? ways.left : ways.right)(length(x))
  const along = y === 0 ? '' : (y < 0 ? ways.up : ways.down)(length(y))
  return across && along ? ways.both(across, along) : across || along
}
