/**
 * Returns the words of a comment on one line, without the signs of Markdown, for lists that show how it
 * begins. `start` may end anywhere.
 */
export const plainText = (start: string): string =>
  start
    .replace(/^ *(?:```.*|#{1,6} |>|[-+*] |---+$)/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)?/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
    // One sign: not inside of a word, such as a name in snake case.
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]+?)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
