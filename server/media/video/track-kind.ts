/** The kind of a track in a video, as named in messages for people. */
export type TrackKind = 'video' | 'sound' | 'text' | 'data'

/** Returns the kinds of the tracks that were not kept, with one entry for each track. */
export function kindsWithout(all: TrackKind[], kept: TrackKind[]): TrackKind[] {
  const left = [...all]
  for (const kind of kept) if (left.includes(kind)) left.splice(left.indexOf(kind), 1)
  return left
}
