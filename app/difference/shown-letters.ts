import { overlap, type Box } from '#shared/annotation/projection'

/**
 * The maximum number of changes with letters, because more letters would cover the picture. If there are more
 * changes, only the changes around the chosen one have letters.
 */
const MANY = 12
/** CSS pixels: by how much a letter extends beyond its frame, and the size of a letter. */
const OUTSIDE = 16
const SIZE = 18
/** CSS pixels: the length of the arms of the brackets that mark the corners of a frame. */
const ARM = 9
/** The largest fraction of another frame that a letter may cover. */
const MAX_COVERED = 0.05

/** The corners at which a letter may be, in the order of preference. */
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type Corner = (typeof corners)[number]

/** Returns whether a letter covers much of the content of a frame. */
function coversContent(letter: Box, { x, y, width, height }: Box): boolean {
  const across = Math.min(letter.x + letter.width, x + width) - Math.max(letter.x, x)
  const down = Math.min(letter.y + letter.height, y + height) - Math.max(letter.y, y)
  return across > 0 && down > 0 && across * down > MAX_COVERED * width * height
}

/** Returns whether a letter covers a corner of a frame. */
function coversCorner(letter: Box, { x, y, width, height }: Box): boolean {
  const arms = [x, x + width - ARM].flatMap(left =>
    [y, y + height - ARM].map(top => ({ x: left, y: top, width: ARM, height: ARM })),
  )
  return arms.some(arm => overlap(letter, arm))
}

/** Returns the box of the letter of a frame at one of its corners. */
function letterAt({ x, y, width, height }: Box, corner: Corner): Box {
  const isLeft = corner === 'top-left' || corner === 'bottom-left'
  const isTop = corner === 'top-left' || corner === 'top-right'
  return {
    x: isLeft ? x - OUTSIDE : x + width + OUTSIDE - SIZE,
    y: isTop ? y - OUTSIDE : y + height + OUTSIDE - SIZE,
    width: SIZE,
    height: SIZE,
  }
}

/**
 * Returns the frames whose letters are shown, by index, each with the corner for its letter. These are the
 * frames in `chosen`, and each frame with a corner at which its letter covers neither another letter, nor
 * much of another frame, nor, if possible, a corner of it. A frame inside of a large frame can thus have a
 * letter, too. `frames`: in CSS pixels. `taken`: boxes of other marks that letters must not overlap.
 */
export function shownLetters(
  frames: readonly Box[],
  chosen: readonly number[],
  taken: readonly Box[] = [],
): Map<number, Corner> {
  const shown = new Map<number, Corner>()
  const placed: Box[] = [...taken]
  const freeCorner = (index: number, frame: Box) => {
    const others = frames.filter((_, at) => at !== index)
    const free = corners.filter(corner => {
      const letter = letterAt(frame, corner)
      return (
        !others.some(other => coversContent(letter, other)) && !placed.some(each => overlap(letter, each))
      )
    })
    return free.find(corner => !others.some(other => coversCorner(letterAt(frame, corner), other))) ?? free[0]
  }
  const show = (index: number, corner: Corner) => {
    const frame = frames[index]
    if (!frame || shown.has(index)) return
    shown.set(index, corner)
    placed.push(letterAt(frame, corner))
  }
  for (const index of chosen) {
    const frame = frames[index]
    if (frame) show(index, freeCorner(index, frame) ?? 'top-left')
  }
  for (const index of near(frames.length, Math.max(0, ...chosen))) {
    const frame = frames[index]
    const corner = frame && freeCorner(index, frame)
    if (corner) show(index, corner)
  }
  return shown
}

/** Returns the indexes of up to {@link MANY} frames around one of them. */
function near(count: number, middle: number): number[] {
  const first = Math.max(0, Math.min(middle - MANY / 2, count - MANY))
  return Array.from({ length: Math.min(count, MANY) }, (_, at) => first + at)
}
