import { clamp } from '#shared/annotation/fraction'

/** CSS pixels: the minimum and the maximum width of the card of a change. */
const [MIN, MAX] = [218, 520]
/** CSS pixels: the width that a card of a wide change may always have, and the gap between cards. */
const [WIDE, GAP] = [320, 12]
/** The scale at which a card shows a small change. */
const SCALE = 0.7
/**
 * The width of a card relative to the width of its change: the card also shows a third of this width on each
 * side.
 */
const WITH_CONTEXT = 5 / 3

/**
 * Returns the width of the card of a change in CSS pixels. A wide change has a wide card, if the cards have
 * the space. `change`: the width of the change, in CSS pixels of the page; `count`: the number of cards;
 * `available`: the width of the list of cards.
 */
export function cardWidth(change: number, count: number, available: number): number {
  const most = clamp(available / Math.max(1, count) - GAP, WIDE, MAX)
  return Math.round(clamp(change * WITH_CONTEXT * SCALE, MIN, most))
}
