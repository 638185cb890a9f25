import type { Box } from '#shared/annotation/projection'

/** If there are more changes, their letters would cover the picture. */
const MANY = 12
/** CSS pixels: the distance of a letter from the frame's corner, to the outside, and the size of a letter. */
const OUTSIDE = 10
const SIZE = 18

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/**
 * Returns the indexes of the frames that show their letter: `chosen`, and if there are few changes, those
 * whose letter would cover neither another letter nor another frame. `frames`: in CSS pixels.
 */
export function shownLetters(frames: readonly Box[], chosen: readonly number[]): Set<number> {
  const letterAt = ({ x, y }: Box): Box => ({ x: x - OUTSIDE, y: y - OUTSIDE, width: SIZE, height: SIZE })
  const shown = new Set(chosen.filter(index => frames[index]))
  if (frames.length > MANY) return shown
  for (const [index, frame] of frames.entries()) {
    const letter = letterAt(frame)
    const coversFrame = frames.some((other, at) => at !== index && overlap(letter, other))
    const coversLetter = [...shown].some(at => frames[at] && overlap(letter, letterAt(frames[at])))
    if (!coversFrame && !coversLetter) shown.add(index)
  }
  return shown
}
