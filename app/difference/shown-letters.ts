import { clamp } from '#shared/annotation/fraction'
import { overlap, type Box } from '#shared/annotation/projection'

/**
 * The maximum number of changes with letters, because more letters would cover the picture. If there are more
 * changes, only the changes around the chosen one have letters.
 */
const MANY = 26
/** CSS pixels: by how much a letter extends beyond its frame, and the height of a letter. */
const OUTSIDE = 16
const SIZE = 18
/** CSS pixels: the width of a letter that a sign follows. */
const WIDE = 26
/** CSS pixels: the length of the arms of the brackets that mark the corners of a frame. */
const ARM = 9
/** CSS pixels: the distance between the places of a letter that is not next to its frame. */
const STEP = 10
/** The maximum number of steps between a frame and its letter. */
const STEPS = 8
/** The largest fraction of another frame that a letter may cover. */
const MAX_COVERED = 0.05

/** The directions in which a letter may be, in the order of preference: first the corners of the frame. */
const directions = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const
type Direction = (typeof directions)[number]

interface LetterOptions {
  /** Boxes of other marks, in CSS pixels, which letters do not overlap if possible. */
  taken?: readonly Box[]
  /** The part of the stage in which letters are. The letter of a frame outside of it is next to the frame. */
  area?: Box
  /** The indexes of the frames with a sign after their letters. */
  wide?: ReadonlySet<number>
}

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
 * Returns the box of the letter of a frame in a direction, some steps away from the frame. The box is inside
 * of the area, if the frame is.
 */
function letterIn(
  frame: Box,
  [across, down]: Direction,
  { steps = 0, area, isWide }: { steps?: number; area?: Box; isWide?: boolean } = {},
): Box {
  const size = { width: isWide ? WIDE : SIZE, height: SIZE }
  const along = (at: number, length: number, own: number, side: -1 | 0 | 1) => {
    if (side === 0) return at + (length - own) / 2
    return side < 0 ? at - OUTSIDE - steps * STEP : at + length + OUTSIDE - own + steps * STEP
  }
  const x = along(frame.x, frame.width, size.width, across)
  const y = along(frame.y, frame.height, size.height, down)
  if (!area || !overlap(frame, area)) return { x, y, ...size }
  return {
    x: clamp(x, area.x, area.x + area.width - size.width),
    y: clamp(y, area.y, area.y + area.height - size.height),
    ...size,
  }
}

/** Returns the box of a letter that is shown only while its frame is hovered. */
export const usualLetter = (frame: Box, area: Box, isWide: boolean): Box =>
  letterIn(frame, directions[0], { area, isWide })

/**
 * Returns the boxes of the letters that are shown, by the index of their frames, in CSS pixels. Every frame
 * has a letter, unless there are more than {@link MANY}. A letter is at the first of these places at which it
 * covers neither another letter nor much of another frame: a corner of its frame, also without the corner of
 * another frame below it; the middle of a side; further away, with a line to the frame (see {@link lineTo}).
 */
export function shownLetters(
  frames: readonly Box[],
  chosen: readonly number[],
  { taken = [], area, wide }: LetterOptions = {},
): Map<number, Box> {
  const shown = new Map<number, Box>()
  const placed: Box[] = [...taken]
  function placeOf(index: number, frame: Box): Box {
    const others = frames.filter((_, at) => at !== index)
    const isWide = wide?.has(index)
    const at = (each: Direction, steps = 0) => letterIn(frame, each, { steps, area, isWide })
    const close = directions.map(each => at(each))
    const isAlone = (letter: Box) => !placed.some(each => overlap(letter, each))
    const isFree = (letter: Box) => isAlone(letter) && !others.some(other => coversContent(letter, other))
    const corners = close.slice(0, 4).filter(isFree)
    const corner = corners.find(letter => !others.some(other => coversCorner(letter, other))) ?? corners[0]
    if (corner) return corner
    const far = Array.from({ length: STEPS }, (_, step) => directions.map(each => at(each, step + 1))).flat()
    const all = [...close, ...far]
    return all.find(isFree) ?? all.find(isAlone) ?? at(directions[0])
  }
  for (const index of [...chosen, ...near(frames.length, Math.max(0, ...chosen))]) {
    const frame = frames[index]
    if (!frame || shown.has(index)) continue
    const letter = placeOf(index, frame)
    shown.set(index, letter)
    placed.push(letter)
  }
  return shown
}

/** Returns the indexes of up to {@link MANY} frames around one of them. */
function near(count: number, middle: number): number[] {
  const first = Math.max(0, Math.min(middle - MANY / 2, count - MANY))
  return Array.from({ length: Math.min(count, MANY) }, (_, at) => first + at)
}

/**
 * Returns the line from the middle of a letter to the nearest point of its frame, in CSS pixels and radians;
 * null if the letter touches the frame.
 */
export function lineTo(frame: Box, letter: Box): { length: number; angle: number } | null {
  if (overlap(frame, letter)) return null
  const [x, y] = [letter.x + letter.width / 2, letter.y + letter.height / 2]
  const across = clamp(x, frame.x, frame.x + frame.width) - x
  const down = clamp(y, frame.y, frame.y + frame.height) - y
  return { length: Math.hypot(across, down), angle: Math.atan2(down, across) }
}
