import { clamp } from '#shared/annotation/fraction'
import { overlap, toImageBox, type Box, type Size } from '#shared/annotation/projection'
import { placesOf, type Change, type Places } from '#shared/difference/changes'
import { cardCrop } from '~/difference/change-card'
import { movedSpot, type MovedSpot } from '~/difference/moved-spot'
import { cropAround, densityOf, isReadable } from './crop'

/** The shift of content that has the same place in both pictures, in image pixels. */
export const NOT_MOVED = { dx: 0, dy: 0 }

/** What the two pictures of a fixed spot show. All boxes are in image pixels. */
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
 * Returns what the two pictures of a fixed spot show. `mark`: its box in fractions of the older picture;
 * `image`, `newer`: the sizes of both pictures; `changes`: those between the pictures; `shown`: the size in
 * CSS pixels at which each picture is shown; `density`: the number of image pixels per CSS pixel of the page,
 * if it is known.
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
  const part = isReadable(whole, shown.width, density) ? undefined : changeInside(box, changes)
  const crop = part ? cardCrop(part.from, image, shown, density) : whole
  const spot = part?.from ?? box
  const moved = part
    ? { dx: part.to.x - part.from.x, dy: part.to.y - part.from.y }
    : movedSpot(changes, spot, newer)
  const { dx, dy } = moved === 'removed' ? NOT_MOVED : moved
  return { crop, movedCrop: { ...crop, x: crop.x + dx, y: crop.y + dy }, spot, moved }
}

/** Returns the places of the first change whose middle is inside of a box. */
function changeInside(box: Box, changes: readonly Change[]): Places | undefined {
  return changes
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
