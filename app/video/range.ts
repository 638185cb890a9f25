/** The range of a video that the next comment is about, in milliseconds; null: not set. */
export interface VideoRange {
  startMs: number | null
  endMs: number | null
}

/** When a comment is, in milliseconds; without an end, at a moment. */
interface Moment {
  timestampMs: number
  endMs?: number
}

export const noRange: VideoRange = { startMs: null, endMs: null }

/** Returns a range that starts here. An end that is not later is removed. */
export function startAt({ endMs }: VideoRange, ms: number): VideoRange {
  return { startMs: ms, endMs: endMs !== null && endMs > ms ? endMs : null }
}

/** Returns a range that ends here. It starts with the video where its start is not set, or later. */
export function endAt({ startMs }: VideoRange, ms: number): VideoRange {
  // The end is still to be set.
  if (ms === 0 || ms === startMs) return { startMs, endMs: null }
  return { startMs: startMs !== null && startMs < ms ? startMs : 0, endMs: ms }
}

/** Returns what a comment on a range is about; null while its start or its end is not set. */
export function wholeRange({ startMs, endMs }: VideoRange): Required<Moment> | null {
  return startMs === null || endMs === null ? null : { timestampMs: startMs, endMs }
}

/** Returns what a mark that is drawn at a position is about: the range around it, or the position alone. */
export function momentAt(range: VideoRange, ms: number): Moment {
  const whole = wholeRange(range)
  return whole && whole.timestampMs <= ms && ms <= whole.endMs ? whole : { timestampMs: ms }
}
