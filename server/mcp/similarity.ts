import { distance } from 'fastest-levenshtein'

/** Sorts names by their similarity to the wanted name. The most similar name is first. */
export function bySimilarity(wanted: string, names: string[]): string[] {
  const text = wanted.toLowerCase()
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
