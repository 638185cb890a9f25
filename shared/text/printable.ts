/** All control characters except tab and line break, and all characters that set the direction of text. */
const control = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e]`

/**
 * Characters without width that can hide a text from a reader, but not from a model: soft hyphens, word
 * joiners, invisible operators, and tag characters, except for the six of a flag such as the flag of Wales.
 * Variation selectors and spaces without width are removed only after another such character, since a single
 * one can be useful, for example in an emoji.
 */
const hidden = [
  String.raw`[\u00ad\u2060-\u206f]`,
  String.raw`(?<!\ud83c\udff4(?:\udb40[\udc20-\udc7e]){0,6})\udb40[\udc00-\udc7f]`,
  String.raw`(?<=[\ufe00-\ufe0f]|\udb40[\udd00-\uddef])(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef])`,
  String.raw`(?<=[\u200b-\u200f\u2060\ufeff])[\u200b-\u200d\ufeff]`,
].join('|')

/** Matches each character that {@link printable} removes. */
export const unprintable = new RegExp(`${control}|${hidden}`, 'g')

/**
 * Returns text without control characters and hidden texts, for a terminal, a mail, a pull request or a
 * model. In a title or a comment, an escape sequence could overwrite the screen or the clipboard, a change
 * of the text direction could make a name look like another, and a hidden text could give orders to an agent
 * that no person saw.
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
    String.raw`[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e]`,
    hidden,
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
