/** The kind of a track in a video. People see these words in messages. */
export type TrackKind = 'video' | 'sound' | 'text' | 'data'

/**
 * Returns the kinds of the tracks that are in `all` but not in `kept`. The result has one entry for each such
 * track.
 */
export function kindsWithout(all: TrackKind[], kept: TrackKind[]): TrackKind[] {
  const left = [...all]
  for (const kind of kept) if (left.includes(kind)) left.splice(left.indexOf(kind), 1)
  return left
}
