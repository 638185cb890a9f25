// All control characters except tab and line break, and all characters that change the direction of text.
// eslint-disable-next-line no-control-regex -- These characters are removed.
export const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns text without control characters, for a terminal, a mail or a pull request. In a title or a comment,
 * an escape sequence could overwrite the screen or the clipboard, and a change of the text direction could
 * make a name look like another.
 */
export const printable = (text: string): string => text.replace(unprintable, '')

/** The codes of {@link unprintable} after `\u` in the JSON that `JSON.stringify` writes. */
const codes = '00(?:0[0-8b-f]|1[0-9a-f])'

/**
 * Matches the characters of {@link unprintable} in JSON. A group matches all other escapes, so that a
 * backslash in a text is not taken for the beginning of an escape. It matches successive escapes together,
 * since a text can consist of millions of them, such as quotes.
 */
const unprintableInJson = new RegExp(
  [
    String.raw`((?:\\(?:[^bfru]|u(?!${codes})))+)`,
    String.raw`\\(?:u${codes}|[bfr])`,
    String.raw`[\u007f-\u009f\u202a-\u202e\u2066-\u2069]`,
  ].join('|'),
  'g',
)

/** Returns the JSON of `JSON.stringify` without the characters that {@link printable} removes. */
export const printableJson = (json: string): string => json.replace(unprintableInJson, '$1')

/**
 * Returns text on one line. A line break in a title could add false lines to a mail, and a blank line would
 * end the Markdown element that contains the text.
 */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns text on one line and without control characters: {@link onOneLine} and {@link printable}. */
export const printableLine = (text: string): string => printable(onOneLine(text))
