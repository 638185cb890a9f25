import type { Shape } from '../contract/geometry'
import type { ContextElement, ContextEvent } from '../contract/context'
import type { Box } from '../annotation/projection'
import { boundsOfAll, targetOf } from '../annotation/shapes'

/** The maximum number of elements that are stored with a comment. */
const MAX_ELEMENTS = 3
/** The maximum number of events that are stored with a comment. */
const MAX_EVENTS = 20
/** The maximum time in milliseconds between a comment and an event that belongs to it. */
const EVENT_RANGE = 2000
/**
 * The minimum overlap of a mark and an element (intersection over union) from which the element counts as
 * marked. People draw a mark around an element, or over a part of it.
 */
const MIN_OVERLAP = 0.25

/** The box of an element or a mark, in fractions of the picture. */
const boxOf = ({ box: [x, y, width, height] }: ContextElement): Box => ({ x, y, width, height })
const areaOf = ({ width, height }: Box) => width * height

const isNamed = ({ role, name, testId }: ContextElement): boolean =>
  (role !== null && role !== 'generic' && role !== 'none' && role !== 'presentation') ||
  name !== null ||
  testId !== null

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 1e-6 &&
  inner.y >= outer.y - 1e-6 &&
  inner.x + inner.width <= outer.x + outer.width + 1e-6 &&
  inner.y + inner.height <= outer.y + outer.height + 1e-6

function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (width <= 0 || height <= 0) return 0
  const common = width * height
  return common / (areaOf(one) + areaOf(other) - common)
}

/**
 * Returns the elements that a comment is on: at most three, the best match first. For a point or the head of
 * an arrow, the first element is the smallest one there. For an area, it is the element that the area fits
 * best, else the smallest element that contains the area. If this element has no role and no name, the
 * nearest element around it that has one is used. The next elements are the elements around the first, the
 * smallest first, if they have a role or a name.
 */
export function elementsAt(elements: readonly ContextElement[], shapes: readonly Shape[]): ContextElement[] {
  const mark = markOf(shapes)
  if (mark === null) return []
  const first = bestOf(elements, mark)
  if (!first) return []
  const around = aroundOf(elements, boxOf(first)).filter(each => each !== first && isNamed(each))
  const named = isNamed(first) ? [first, ...around] : around.length > 0 ? around : [first]
  return named.slice(0, MAX_ELEMENTS)
}

/**
 * Returns the box that a comment marks; its size is 0 for a point. Returns null if the comment has no shape.
 */
function markOf(shapes: readonly Shape[]): Box | null {
  const [first] = shapes
  if (!first) return null
  return shapes.length > 1 ? boundsOfAll(shapes) : targetOf(first)
}

function bestOf(elements: readonly ContextElement[], mark: Box): ContextElement | undefined {
  if (areaOf(mark) === 0) return aroundOf(elements, mark)[0]
  const fits = elements
    .map(element => ({ element, overlap: overlapOf(boxOf(element), mark) }))
    .filter(each => each.overlap >= MIN_OVERLAP)
    // If two elements have the same box, the outer element comes first in the document.
    .toSorted((a, b) => b.overlap - a.overlap)
  const best = fits.find(each => isNamed(each.element)) ?? fits[0]
  return best?.element ?? aroundOf(elements, mark)[0]
}

/** Returns the elements that contain a box, the smallest first. */
const aroundOf = (elements: readonly ContextElement[], box: Box): ContextElement[] =>
  elements.filter(each => isInside(box, boxOf(each))).toSorted((a, b) => areaOf(boxOf(a)) - areaOf(boxOf(b)))

/**
 * Returns the events of a video that belong to a comment on a moment or a range, in their order: events
 * inside of the range, and events at most two seconds from it. If there are more than 20, errors and warnings
 * have priority, then the nearest ones.
 */
export function eventsAt(
  events: readonly ContextEvent[],
  { timestampMs, endMs }: { timestampMs: number | null; endMs: number | null },
): ContextEvent[] {
  if (timestampMs === null) return []
  const end = endMs ?? timestampMs
  const distanceOf = ({ ms }: ContextEvent) => Math.max(timestampMs - ms, ms - end, 0)
  const rankOf = ({ level }: ContextEvent) => ['error', 'warning', 'info'].indexOf(level)
  return events
    .filter(each => distanceOf(each) <= EVENT_RANGE)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || distanceOf(a) - distanceOf(b))
    .slice(0, MAX_EVENTS)
    .toSorted((a, b) => a.ms - b.ms)
}
