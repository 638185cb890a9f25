/**
 * Returns the text of a comment on one line, without the syntax of Markdown. It is for lists that show the
 * beginning of a comment. `start`: that beginning, which may be cut off at any character.
 */
export const plainText = (start: string): string =>
  start
    .replace(/^ *(?:```.*|#{1,6} |>|[-+*] |---+$)/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)?/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
    // A single `*` or `_` is removed only at the edges of a word, not inside of it, as in a name in snake
    // case.
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
