import { findByWords } from './find-by-words'

/** A list with more entries than this gets a search field. */
export const SEARCHED_FROM = 20

/**
 * Searches a list that is loaded completely. `textOf` returns the text of an entry in which words are
 * searched for.
 */
export function useListSearch<T>(entries: Readonly<Ref<readonly T[]>>, textOf: (entry: T) => string) {
  const query = ref('')
  const isLong = computed(() => entries.value.length > SEARCHED_FROM)
  return {
    /** The text of the search field. */
    query,
    /** Whether the list is long enough for a search field. */
    isLong,
    found: computed(() => findByWords(entries.value, isLong.value ? query.value : '', textOf)),
  }
}
