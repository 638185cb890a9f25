import { clamp } from '#shared/annotation/fraction'
import { overlap, toImageBox, type Box, type Size } from '#shared/annotation/projection'
import { placesOf, type Change, type Places } from '#shared/difference/changes'
import { cardCrop } from '~/difference/change-card'
import { movedSpot, type MovedSpot } from '~/difference/moved-spot'
import { cropAround, densityOf, isReadable, MIN_SCALE } from './crop'

/** The shift of content that has the same place in both pictures, in image pixels. */
export const NOT_MOVED = { dx: 0, dy: 0 }

/** The parts of two revisions that the pictures of a fixed spot show. All boxes are in image pixels. */
export interface FixCrop {
  /** The shown part of the older picture. */
  crop: Box
  /**
   * The shown part of the newer picture, moved together with the content of the spot. Outlines thus have the
   * same position in both parts.
   */
  movedCrop: Box
  /** The spot in the older picture: the mark, or the change inside of a mark that is too large to read. */
  spot: Box
  /** Whether the spot is a change inside of a mark that is too large to read. */
  isPart: boolean
  /** How far the content of the spot has moved, or that the newer picture does not have it. */
  moved: MovedSpot
}

/**
 * Returns the width of the pictures of a fixed spot divided by their height: the aspect of the mark, between
 * `minAspect` and `usual`. `mark`: its box in fractions of the image.
 */
export function fixAspect(
  mark: Box,
  image: Size,
  { usual, minAspect }: { usual: number; minAspect: number },
): number {
  const { width, height } = toImageBox(image, mark)
  return width === 0 || height === 0 ? usual : clamp(width / height, minAspect, usual)
}

/**
 * Returns the parts of two revisions that the pictures of a fixed spot show. `mark`: its box in fractions of
 * the older picture; `image`, `newer`: the sizes of both pictures; `changes`: those between the pictures;
 * `shown`: the size in CSS pixels at which each picture is shown; `density`: the number of image pixels per
 * CSS pixel of the page, if it is known.
 */
export function fixCrop({
  mark,
  image,
  newer,
  changes,
  shown,
  density: known,
}: {
  mark: Box
  image: Size
  newer: Size
  changes: readonly Change[]
  shown: Size
  density?: number
}): FixCrop {
  const density = densityOf(image, known)
  const whole = cropAround(mark, image, shown.width / shown.height, density)
  const box = toImageBox(image, mark)
  const part = isReadable(whole, shown.width, density) ? undefined : largestInside(box, changes)
  const crop = part ? changeCrop(part.from, box, { image, shown, density }) : whole
  const spot = part?.from ?? box
  const moved = part
    ? { dx: part.to.x - part.from.x, dy: part.to.y - part.from.y }
    : movedSpot(changes, spot, newer)
  const { dx, dy } = moved === 'removed' ? NOT_MOVED : moved
  return {
    crop,
    movedCrop: { ...crop, x: crop.x + dx, y: crop.y + dy },
    spot,
    isPart: part !== undefined,
    moved,
  }
}

/** CSS pixels of the page: the space around a change in a crop that shows most of its mark. */
const AROUND = 12
/** A crop shows most of a mark if the mark is at most this many times as wide and high as the crop. */
const MOST = 3 / 2

/**
 * Returns the crop of a change inside of a mark that is too large to read. The crop shows as much of the mark
 * as can be read, so that the subject of the comment can be recognized. If that would be a small part of the
 * mark only, the crop shows the change at a larger scale. All boxes are in image pixels.
 */
function changeCrop(
  change: Box,
  mark: Box,
  { image, shown, density }: { image: Size; shown: Size; density: number },
): Box {
  const near = cardCrop(change, image, shown, density)
  const aspect = shown.width / shown.height
  const around = AROUND * density
  const most = (shown.width * density) / MIN_SCALE
  const wanted = Math.max(mark.width + 2 * around, (mark.height + 2 * around) * aspect)
  const width = clamp(wanted, near.width, Math.max(near.width, most))
  const height = width / aspect
  const isLarger = mark.width > MOST * width || mark.height > MOST * height
  if (isLarger || change.width + 2 * around > width || change.height + 2 * around > height) return near
  /** Centers the crop on the mark, as far as the change stays inside of the crop. */
  const startOf = (at: 'x' | 'y', side: 'width' | 'height', length: number) => {
    const centered = mark[at] + (mark[side] - length) / 2
    const start = clamp(centered, change[at] + change[side] + around - length, change[at] - around)
    return length >= image[side] ? (image[side] - length) / 2 : clamp(start, 0, image[side] - length)
  }
  return { x: startOf('x', 'width', width), y: startOf('y', 'height', height), width, height }
}

/** A fraction of the width of a crop: a line that is nearer than this to an edge of the crop looks cut. */
const EDGE = 1 / 32

/**
 * Returns whether a mark can be recognized in a crop by its outline: if at least two of its edges are inside
 * of the crop, and not at the edge of the crop. Both boxes are in image pixels.
 */
export function isRecognizable(mark: Box, crop: Box): boolean {
  const edge = crop.width * EDGE
  const isInside = (at: number, start: number, length: number) =>
    at >= start + edge && at <= start + length - edge
  const edges = [
    isInside(mark.x, crop.x, crop.width),
    isInside(mark.x + mark.width, crop.x, crop.width),
    isInside(mark.y, crop.y, crop.height),
    isInside(mark.y + mark.height, crop.y, crop.height),
  ]
  return edges.filter(Boolean).length >= 2
}

/**
 * Returns the places of the change that has the most changed pixels inside of a box, of the changes whose
 * middle is inside of it.
 */
function largestInside(box: Box, changes: readonly Change[]): Places | undefined {
  return changes
    .toSorted((a, b) => b.pixels - a.pixels)
    .map(each => {
      const { from, to } = placesOf(each) ?? { from: each, to: each }
      // Of a block that only one of the pictures has, both pictures show the same place.
      const isMoved = each.moved ?? each.within
      return isMoved ? { from, to } : { from, to: from }
    })
    .find(({ from: { x, y, width, height } }) =>
      overlap({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 }, box),
    )
}
