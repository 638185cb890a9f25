import { normalizeForSearch } from '~/ui/lists/normalize-for-search'

/** A name that is being typed after an `@`. */
export interface MentionQuery {
  /** The index of the `@` in the text. */
  start: number
  /** The characters typed after the `@` so far. */
  name: string
}

/** The maximum number of names in the list of suggestions. */
const MAX_SUGGESTED = 6

/** Returns the name that is being typed before the caret of a text; null if there is none. */
export function mentionQueryAt(text: string, caret: number): MentionQuery | null {
  const match = /(?<![\p{L}\p{N}_])@([^@\s][^@\n]{0,99})?$/u.exec(text.slice(0, caret))
  return match && { start: match.index, name: match[1] ?? '' }
}

/** Returns the people whose first or other names begin with the typed text, sorted by name. */
export function suggestPeople<Person extends { name: string }>(people: Person[], typed: string): Person[] {
  const wanted = ` ${normalizeForSearch(typed)}`
  return people
    .filter(each => ` ${normalizeForSearch(each.name)}`.includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_SUGGESTED)
}

/**
 * Replaces the typed part of a name with the whole name and a space. Returns the new text, and the position
 * of the caret after that space.
 */
export function insertMention(
  text: string,
  { start, name: typed }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + typed.length).replace(/^ /, '')
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + rest, caret: before.length }
}
