/** What a track of a video is, as people call it. */
export type TrackKind = 'video' | 'sound' | 'text' | 'data'

/** Returns the kinds that are left over when those of other tracks are taken away, each once for a track. */
export function kindsWithout(all: TrackKind[], kept: TrackKind[]): TrackKind[] {
  const left = [...all]
  for (const kind of kept) if (left.includes(kind)) left.splice(left.indexOf(kind), 1)
  return left
}
