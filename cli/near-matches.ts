import { distance as editDistance } from 'fastest-levenshtein'

/** The maximum number of matches that are returned. */
const MAX_MATCHES = 3

/**
 * Returns the candidates that a mistyped text may mean: candidates that contain the text or are a part of it,
 * and candidates that differ in a few letters. The most similar come first. Case is ignored.
 */
export function nearMatches(text: string, candidates: Iterable<string>): string[] {
  const wanted = text.toLowerCase()
  return [...new Set(candidates)]
    .map(candidate => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase()) }))
    .filter(each => each.distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_MATCHES)
    .map(each => each.candidate)
}

/** The maximum edit distance of similar texts, as a share of the length of the longer text. */
const MAX_DIFFERENCE = 0.34
/**
 * The minimum length in characters of a text that is matched as a part of another text. Shorter texts are
 * part of too many other texts.
 */
const MIN_PART = 3

/**
 * Returns the edit distance of two texts as a share of the length of the longer text. For texts that are not
 * similar, returns 1 if the longer text contains the shorter one, else infinity.
 */
function distanceTo(wanted: string, candidate: string): number {
  const [short = '', long = ''] = [wanted, candidate].toSorted((a, b) => a.length - b.length)
  const difference = editDistance(short, long) / Math.max(1, long.length)
  if (difference <= MAX_DIFFERENCE) return difference
  return short.length >= MIN_PART && long.includes(short) ? 1 : Infinity
}
