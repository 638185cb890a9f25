/**
 * The title of a pair of files (before and after a change) whose names contain no other words, such as
 * `before.png`.
 */
export const UNNAMED_PAIR = 'Before and after'

/**
 * Suggests a title for evidence from the words in its file name. Returns an empty string if there are none.
 */
export function titleOfFile(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Suggests a title for a pair of files that show one screen before and after a change. The title is made from
 * the name of one of them: "Cart" for "cart-after.png".
 */
export function titleOfPair(name: string): string {
  const title = titleOfFile(
    titleOfFile(name)
      .replace(/\b(?:before|after)\b/gi, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return title || UNNAMED_PAIR
}
