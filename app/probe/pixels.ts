import type { ImagePoint, ScreenPoint, Size, View } from '#shared/annotation/projection'

/** A color of an image: red, green, blue and alpha, from 0 to 255. */
export type PixelColor = readonly [red: number, green: number, blue: number, alpha: number]

/** Returns the pixel under a point of the stage; the nearest one if the point is outside of the image. */
export const pixelAt = (view: View, at: ScreenPoint): ImagePoint =>
  limitedTo(
    { x: Math.floor((at.x - view.x) / view.scale), y: Math.floor((at.y - view.y) / view.scale) },
    {
      width: view.image.width - 1,
      height: view.image.height - 1,
    },
  )

/**
 * Returns the corner between pixels that is nearest to a point of the stage. The ruler measures from corner
 * to corner.
 */
export const cornerAt = (view: View, at: ScreenPoint): ImagePoint =>
  limitedTo(
    { x: Math.round((at.x - view.x) / view.scale), y: Math.round((at.y - view.y) / view.scale) },
    view.image,
  )

/** Moves a point into an area that begins at 0. */
export const limitedTo = ({ x, y }: ImagePoint, { width, height }: Size): ImagePoint => ({
  x: Math.min(width, Math.max(0, x)),
  y: Math.min(height, Math.max(0, y)),
})

/** The distance between two points in image pixels. The diagonal has one decimal. */
export const distance = (from: ImagePoint, to: ImagePoint) => ({
  dx: Math.abs(to.x - from.x),
  dy: Math.abs(to.y - from.y),
  diagonal: Math.round(Math.hypot(to.x - from.x, to.y - from.y) * 10) / 10,
})

/**
 * The minimum difference of two neighboring pixels that counts as an edge: the sum of the differences of red,
 * green and blue, from 0 to 765.
 */
const EDGE = 48

/**
 * Returns the distance, in pixels, from the middle of a row or column of pixels to the nearest edge of the
 * image: negative for an edge before the middle; null if there is no edge. `pixels`: the RGBA values of an
 * even number of pixels.
 */
export function nearestEdge(pixels: ArrayLike<number>): number | null {
  const count = pixels.length / 4
  const middle = count / 2
  const isEdge = (at: number) =>
    at > 0 &&
    at < count &&
    [0, 1, 2].reduce(
      (sum, channel) =>
        sum + Math.abs((pixels[at * 4 + channel] ?? 0) - (pixels[(at - 1) * 4 + channel] ?? 0)),
      0,
    ) >= EDGE
  for (let far = 0; far < middle; far++) {
    if (isEdge(middle - far)) return 0 - far
    if (isEdge(middle + far)) return far
  }
  return null
}

/** Returns the RGBA values of an area of an image; undefined while the image is not loaded. */
export type ReadPixels = (x: number, y: number, size: Size) => ArrayLike<number> | undefined

/**
 * Moves a corner between pixels to the nearest edges of the image, at most `far` pixels in each direction.
 * Near the outside of a rectangle's corner, an edge is found in one direction only after the point was moved
 * to the edge in the other direction, so the search is repeated.
 */
export function snapToEdges(read: ReadPixels, { x, y }: ImagePoint, far: number): ImagePoint {
  const nearest = (lines: (ArrayLike<number> | undefined)[]) =>
    lines
      .flatMap(line => (line ? (nearestEdge(line) ?? []) : []))
      .toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0
  const across = (row: number) =>
    x + nearest([row - 1, row].map(at => read(x - far, at, { width: 2 * far, height: 1 })))
  const down = (column: number) =>
    y + nearest([column - 1, column].map(at => read(at, y - far, { width: 1, height: 2 * far })))
  const snappedX = across(down(x))
  return { x: snappedX, y: down(snappedX) }
}

const hexOf = (value: number) => value.toString(16).padStart(2, '0')

/** Writes a color as in CSS: "#1a2b3c", with two more digits if it is transparent. */
export const toHex = ([red, green, blue, alpha]: PixelColor): string =>
  `#${[red, green, blue, ...(alpha < 255 ? [alpha] : [])].map(hexOf).join('')}`

/** Writes a color as in CSS: "rgb(26 43 60)". */
export const toRgb = ([red, green, blue, alpha]: PixelColor): string =>
  `rgb(${red} ${green} ${blue}${alpha < 255 ? ` / ${Math.round((alpha / 255) * 100)}%` : ''})`

/** Returns the relative luminance of a color, as WCAG 2.2 defines it. */
const luminance = ([red, green, blue]: PixelColor) => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map(each => {
    const part = each / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast ratio of two opaque colors (WCAG 2.2); null if one of them is transparent. */
export function contrastOf(one: PixelColor, other: PixelColor): number | null {
  if (one[3] < 255 || other[3] < 255) return null
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Returns the best level of WCAG 2.2 (1.4.3, 1.4.6) that text with this contrast ratio has; null for none.
 */
export const levelOf = (ratio: number): 'AAA' | 'AA' | 'AA large' | null =>
  ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : ratio >= 3 ? 'AA large' : null
