import { distance as editDistance } from 'fastest-levenshtein'

/** The most matches that are shown. */
const MOST = 3

/**
 * Returns the texts that may be meant by a mistyped one: texts that contain it or are a part of it, and texts
 * with a few other letters. The best come first; case does not count.
 */
export function nearMatches(text: string, candidates: Iterable<string>): string[] {
  const wanted = text.toLowerCase()
  return [...new Set(candidates)]
    .map(candidate => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase()) }))
    .filter(each => each.distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(each => each.candidate)
}

/** The share of the longer text that may differ. */
const MAX_DIFFERENCE = 0.34
/** A shorter text is a part of many. */
const MIN_PART = 3

/** Returns the difference of two texts as a share of one; infinite where they are not similar. */
function distanceTo(wanted: string, candidate: string): number {
  const [short = '', long = ''] = [wanted, candidate].toSorted((a, b) => a.length - b.length)
  const difference = editDistance(short, long) / Math.max(1, long.length)
  if (difference <= MAX_DIFFERENCE) return difference
  return short.length >= MIN_PART && long.includes(short) ? 1 : Infinity
}
