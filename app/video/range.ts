import { formatTimecode } from '~/annotation/time'

/** The range of a video for the next comment, in milliseconds. An end or start that is not set is null. */
export interface VideoRange {
  startMs: number | null
  endMs: number | null
}

/** The video time or range of a comment, in milliseconds. A single video time has no `endMs`. */
interface Moment {
  timestampMs: number
  endMs?: number
}

export const noRange: VideoRange = { startMs: null, endMs: null }

/** Returns the start and the end of a range as text; empty if it has no start. */
export function rangeFigures({ startMs, endMs }: VideoRange): string {
  if (startMs === null) return ''
  return `${formatTimecode(startMs)}–${endMs === null ? '' : formatTimecode(endMs)}`
}

/** Returns a range that starts at `ms`. The previous end is removed if it is not later. */
export function startAt({ endMs }: VideoRange, ms: number): VideoRange {
  return { startMs: ms, endMs: endMs !== null && endMs > ms ? endMs : null }
}

/**
 * Returns a range that ends at `ms`. If the start is not set or is later, the range starts at the beginning
 * of the video.
 */
export function endAt({ startMs }: VideoRange, ms: number): VideoRange {
  // Sets no end at the beginning of the video or at the start of the range, because a range cannot be empty.
  if (ms === 0 || ms === startMs) return { startMs, endMs: null }
  return { startMs: startMs !== null && startMs < ms ? startMs : 0, endMs: ms }
}

/** Returns the complete range for a comment; null if its start or its end is not set. */
export function wholeRange({ startMs, endMs }: VideoRange): Required<Moment> | null {
  return startMs === null || endMs === null ? null : { timestampMs: startMs, endMs }
}

/**
 * Returns the video time for a mark that is drawn at a position: the range, if it contains the position, else
 * the position.
 */
export function momentAt(range: VideoRange, ms: number): Moment {
  const whole = wholeRange(range)
  return whole && whole.timestampMs <= ms && ms <= whole.endMs ? whole : { timestampMs: ms }
}
