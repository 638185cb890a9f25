import { distance } from 'fastest-levenshtein'

/**
 * The number of characters of the wanted name that are compared. A caller chooses the name, and the time of a
 * comparison grows with its length.
 */
const MAX_COMPARED = 100

/**
 * Sorts names by their similarity to the beginning of the wanted name. The most similar name is first.
 */
export function bySimilarity(wanted: string, names: string[]): string[] {
  const text = wanted.slice(0, MAX_COMPARED).toLowerCase()
  const differences = new Map(names.map(name => [name, differenceOf(text, name.toLowerCase())]))
  return names.toSorted((a, b) => (differences.get(a) ?? 1) - (differences.get(b) ?? 1))
}

/**
 * Returns a number from 0 (the names are equal) to 1. The number is halved if one name contains the other.
 */
function differenceOf(a: string, b: string): number {
  const difference = distance(a, b) / Math.max(1, a.length, b.length)
  return a.includes(b) || b.includes(a) ? difference / 2 : difference
}
