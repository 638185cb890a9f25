/** The range of a video for the next comment, in milliseconds; null if an end is not set. */
export interface VideoRange {
  startMs: number | null
  endMs: number | null
}

/** The moment or range of a comment, in milliseconds; a moment has no end. */
interface Moment {
  timestampMs: number
  endMs?: number
}

export const noRange: VideoRange = { startMs: null, endMs: null }

/** Returns a range that starts here. An end that is not later is removed. */
export function startAt({ endMs }: VideoRange, ms: number): VideoRange {
  return { startMs: ms, endMs: endMs !== null && endMs > ms ? endMs : null }
}

/** Returns a range that ends here. If its start is not set, or is later, it starts with the video. */
export function endAt({ startMs }: VideoRange, ms: number): VideoRange {
  // An end at the start of the video or of the range is not valid, so it is still to be set.
  if (ms === 0 || ms === startMs) return { startMs, endMs: null }
  return { startMs: startMs !== null && startMs < ms ? startMs : 0, endMs: ms }
}

/** Returns the range for a comment; null while its start or its end is not set. */
export function wholeRange({ startMs, endMs }: VideoRange): Required<Moment> | null {
  return startMs === null || endMs === null ? null : { timestampMs: startMs, endMs }
}

/** Returns the moment for a mark that is drawn at a position: the range around it, or the position alone. */
export function momentAt(range: VideoRange, ms: number): Moment {
  const whole = wholeRange(range)
  return whole && whole.timestampMs <= ms && ms <= whole.endMs ? whole : { timestampMs: ms }
}
