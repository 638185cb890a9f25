/**
 * Returns the words of a comment on one line, without the signs of Markdown, for lists that show the
 * beginning of a comment. `start` may be cut off at any character.
 */
export const plainText = (start: string): string =>
  start
    .replace(/^ *(?:```.*|#{1,6} |>|[-+*] |---+$)/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)?/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
    // A single `*` or `_`: not inside of a word, such as a name in snake case.
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
