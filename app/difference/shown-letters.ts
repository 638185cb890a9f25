import { overlap, type Box } from '#shared/annotation/projection'

/** If there are more changes, their letters would cover the picture. */
const MANY = 12
/** CSS pixels: the distance of a letter from the frame's corner, to the outside, and the size of a letter. */
const OUTSIDE = 16
const SIZE = 18
/** CSS pixels: the length of the arms of a bracket, which mark the corners of a frame. */
const ARM = 9
/** The largest part of another frame that a letter may cover. */
const MAX_COVERED = 0.05

/** Returns whether a letter covers a corner of a frame, or much of the content of the frame. */
function covers(letter: Box, { x, y, width, height }: Box): boolean {
  const across = Math.min(letter.x + letter.width, x + width) - Math.max(letter.x, x)
  const down = Math.min(letter.y + letter.height, y + height) - Math.max(letter.y, y)
  if (across <= 0 || down <= 0) return false
  const corners = [x, x + width - ARM].flatMap(left =>
    [y, y + height - ARM].map(top => ({ x: left, y: top, width: ARM, height: ARM })),
  )
  return across * down > MAX_COVERED * width * height || corners.some(corner => overlap(letter, corner))
}

/**
 * Returns the indexes of the frames that show their letter: `chosen`, and if there are few changes, also
 * frames whose letter would cover neither another letter nor the corners or much of another frame. A frame
 * inside of a large frame shows its letter too. `frames`: in CSS pixels.
 */
export function shownLetters(frames: readonly Box[], chosen: readonly number[]): Set<number> {
  const letterAt = ({ x, y }: Box): Box => ({ x: x - OUTSIDE, y: y - OUTSIDE, width: SIZE, height: SIZE })
  const shown = new Set(chosen.filter(index => frames[index]))
  if (frames.length > MANY) return shown
  for (const [index, frame] of frames.entries()) {
    const letter = letterAt(frame)
    const coversFrame = frames.some((other, at) => at !== index && covers(letter, other))
    const coversLetter = [...shown].some(at => frames[at] && overlap(letter, letterAt(frames[at])))
    if (!coversFrame && !coversLetter) shown.add(index)
  }
  return shown
}
