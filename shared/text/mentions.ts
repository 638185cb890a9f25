/**
 * Splits a text into an alternating list: first plain text, then a mention, then plain text, and so on. A
 * mention is `@` followed by one of the names as a whole word, in upper or lower case. If several names
 * match, the longest one counts: "@Ann Lee" does not mention Ann.
 */
export function splitMentions(text: string, names: readonly string[]): string[] {
  const known = names.filter(each => each.trim() !== '').toSorted((a, b) => b.length - a.length)
  if (known.length === 0 || !text.includes('@')) return [text]
  const name = known.map(each => each.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|')
  return text.split(new RegExp(String.raw`(?<![\p{L}\p{N}_])(@(?:${name}))(?![\p{L}\p{N}_])`, 'iu'))
}

/**
 * Returns the people of a list whom a text mentions. If several people have the mentioned name, all of them
 * are returned.
 */
export function mentionedIn<Person extends { name: string }>(text: string, people: Person[]): Person[] {
  const parts = splitMentions(
    text,
    people.map(each => each.name),
  )
  const mentioned = new Set(parts.filter((_, index) => index % 2 === 1).map(each => each.toLowerCase()))
  return people.filter(each => mentioned.has(`@${each.name}`.toLowerCase()))
}
