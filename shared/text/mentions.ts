/**
 * Splits a text at the names that it mentions: `@` and one of the names as a whole word, in any case. Every
 * second part, from the second on, is a mention with its `@`. The longest name counts: "@Ann Lee" does not
 * mention Ann.
 */
export function splitMentions(text: string, names: readonly string[]): string[] {
  const known = names.filter(each => each.trim() !== '').toSorted((a, b) => b.length - a.length)
  if (known.length === 0 || !text.includes('@')) return [text]
  const name = known.map(each => each.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|')
  return text.split(new RegExp(String.raw`(?<![\p{L}\p{N}_])(@(?:${name}))(?![\p{L}\p{N}_])`, 'iu'))
}

/**
 * Returns the people among the given ones whom a text mentions. People with the same name are mentioned
 * together.
 */
export function mentionedIn<Person extends { name: string }>(text: string, people: Person[]): Person[] {
  const parts = splitMentions(
    text,
    people.map(each => each.name),
  )
  const mentioned = new Set(parts.filter((_, index) => index % 2 === 1).map(each => each.toLowerCase()))
  return people.filter(each => mentioned.has(`@${each.name}`.toLowerCase()))
}
