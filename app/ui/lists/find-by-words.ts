import { normalizeForSearch } from './normalize-for-search'

/** Returns the entries whose text contains every typed word; all entries for an empty query. */
export function findByWords<T>(entries: readonly T[], typed: string, textOf: (entry: T) => string): T[] {
  const words = normalizeForSearch(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  return entries.filter(entry => {
    const text = normalizeForSearch(textOf(entry))
    return words.every(word => text.includes(word))
  })
}
