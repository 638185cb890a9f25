import { overlap, type Box } from '#shared/annotation/projection'

/**
 * The maximum number of changes with letters, because more letters would cover the picture. If there are more
 * changes, only the changes around the chosen one have letters.
 */
const MANY = 12
/** CSS pixels: by how much a letter extends beyond its frame, and the size of a letter. */
const OUTSIDE = 16
const SIZE = 18
/** CSS pixels: the width of a letter that a sign follows. */
const WIDE = 26
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

/**
 * Returns by how much a letter at a corner of a frame moves, in CSS pixels, so that it is inside of an area.
 * A letter of a frame outside of the area does not move. `wide`: whether a sign follows the letter.
 */
export function letterShift(frame: Box, corner: Corner, area: Box, wide = false): { x: number; y: number } {
  if (!overlap(frame, area)) return { x: 0, y: 0 }
  const box = letterAt(frame, corner)
  const length = wide ? WIDE : SIZE
  const x = isAtLeft(corner) ? box.x : box.x + SIZE - length
  return {
    x: Math.max(area.x, Math.min(x, area.x + area.width - length)) - x,
    y: Math.max(area.y, Math.min(box.y, area.y + area.height - SIZE)) - box.y,
  }
}

const isAtLeft = (corner: Corner) => corner === 'top-left' || corner === 'bottom-left'

/** Returns the box of the letter of a frame at one of its corners. */
function letterAt({ x, y, width, height }: Box, corner: Corner): Box {
  const isTop = corner === 'top-left' || corner === 'top-right'
  return {
    x: isAtLeft(corner) ? x - OUTSIDE : x + width + OUTSIDE - SIZE,
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
 * `area`: the part of the stage in which letters are; see {@link letterShift}.
 */
export function shownLetters(
  frames: readonly Box[],
  chosen: readonly number[],
  taken: readonly Box[] = [],
  area?: Box,
): Map<number, Corner> {
  const shown = new Map<number, Corner>()
  const placed: Box[] = [...taken]
  const boxAt = (frame: Box, corner: Corner): Box => {
    const box = letterAt(frame, corner)
    const { x, y } = area ? letterShift(frame, corner, area) : { x: 0, y: 0 }
    return { ...box, x: box.x + x, y: box.y + y }
  }
  const freeCorner = (index: number, frame: Box) => {
    const others = frames.filter((_, at) => at !== index)
    const free = corners.filter(corner => {
      const letter = boxAt(frame, corner)
      return (
        !others.some(other => coversContent(letter, other)) && !placed.some(each => overlap(letter, each))
      )
    })
    return free.find(corner => !others.some(other => coversCorner(boxAt(frame, corner), other))) ?? free[0]
  }
  const show = (index: number, corner: Corner) => {
    const frame = frames[index]
    if (!frame || shown.has(index)) return
    shown.set(index, corner)
    placed.push(boxAt(frame, corner))
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
