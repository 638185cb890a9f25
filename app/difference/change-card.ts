import { clamp } from '#shared/annotation/fraction'
import type { Box, Size } from '#shared/annotation/projection'
import { placesOf, type Change } from '#shared/difference/changes'

/**
 * CSS pixels: the minimum and the maximum width of the card of a change. Few cards fill their list up to the
 * maximum width.
 */
const [MIN, MAX] = [218, 520]
/** CSS pixels: the width that a card of a wide change may always have, and the gap between cards. */
const [WIDE, GAP] = [320, 12]
/**
 * The scales at which a card shows a change: its size on the page, if the whole change then fits; else the
 * smallest at which text can be read.
 */
const [FULL, SCALE] = [1, 0.7]
/**
 * The width of a card relative to the width of its change: the card also shows a third of this width on each
 * side.
 */
const WITH_CONTEXT = 5 / 3

/**
 * Returns the width of the card of a change in CSS pixels. The cards share the width of their list. A wide
 * change has a wide card, also if not all cards then fit. `change`: the width of the change, in CSS pixels of
 * the page; `count`: the number of cards; `available`: the width of the list of cards.
 */
export function cardWidth(change: number, count: number, available: number): number {
  const equal = available / Math.max(1, count) - GAP
  const whole = change * WITH_CONTEXT
  const width = whole * FULL <= WIDE ? whole * FULL : Math.max(WIDE, whole * SCALE)
  return Math.floor(clamp(width, clamp(equal, MIN, MAX), clamp(equal, WIDE, MAX)))
}

/** CSS pixels of the page: the space before a change that is larger than its card. */
const BEFORE = 8

/**
 * Returns the part of an image, in image pixels, that a card shows at a readable size: the change with its
 * surroundings, or the upper left part of a change that is larger than the card. `change`: its box in image
 * pixels; `card`: the size of the picture on the card, in CSS pixels; `density`: the number of image pixels
 * per CSS pixel of the page. The part is inside the image, if the image is large enough.
 */
export function cardCrop(change: Box, image: Size, card: Size, density = 1): Box {
  const fits = change.width + 2 * BEFORE * density <= card.width * density
  const scale = fits && change.height + 2 * BEFORE * density <= card.height * density ? FULL : SCALE
  const [width, height] = [(card.width * density) / scale, (card.height * density) / scale]
  const startOf = (at: number, length: number, shown: number, available: number) => {
    if (shown >= available) return (available - shown) / 2
    const start = length > shown ? at - BEFORE * density : at + (length - shown) / 2
    return clamp(start, 0, available - shown)
  }
  return {
    x: startOf(change.x, change.width, width, image.width),
    y: startOf(change.y, change.height, height, image.height),
    width,
    height,
  }
}

/**
 * Returns what the card of a change marks in the earlier and in the present picture, in image pixels: the
 * change in both pictures, or an inserted or removed block in the picture that has it.
 */
export function markedBoxes(change: Change): readonly [before: Box | undefined, after: Box | undefined] {
  const { inserted, removed } = change
  if (inserted) return [undefined, inserted.to]
  if (removed) return [removed.from, undefined]
  const places = placesOf(change)
  return [places?.from ?? change, places?.to ?? change]
}
