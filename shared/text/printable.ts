/** All control characters except tab and line break, and all characters that set the direction of text. */
const control = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e]`

/** Returns a text as tag characters, which have no width. */
const tagsOf = (text: string): string =>
  Array.from(text, each => String.raw`\u{e00${each.charCodeAt(0).toString(16)}}`).join('')

/** The flags that Unicode recommends for parts of countries: a black flag, the tags and a final tag. */
const tagsOfFlags = ['gbeng', 'gbsct', 'gbwls'].map(each =>
  [...each].map(tagsOf).concat(String.raw`\u{e007f}`),
)

/** Matches before a tag character of one of these flags. */
const beforeTagOfFlag = tagsOfFlags
  .flatMap(tags =>
    tags.map(
      (_, at) => String.raw`(?<=\u{1f3f4}${tags.slice(0, at).join('')})(?=${tags.slice(at).join('')})`,
    ),
  )
  .join('|')

/**
 * The characters that have variants with the selectors U+FE00 to U+FE02: symbols, ideographs, letters of some
 * scripts, the slashed zero, and punctuation of Chinese and Japanese (StandardizedVariants.txt of Unicode).
 */
const withVariants = [
  String.raw`[\p{S}\p{Ideographic}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}`,
  String.raw`\p{Script=Egyptian_Hieroglyphs}0\u2018-\u201d\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]`,
].join('')

/**
 * Characters without width that can hide a text from a reader, but not from a model: soft hyphens, word
 * joiners, invisible operators, and tag characters, except for those of a flag such as the flag of Wales.
 * Variation selectors are removed unless a character precedes that can have variants: an emoji or a symbol,
 * or an ideograph. Spaces without width are removed only after another one, since a single one can be useful,
 * for example in an emoji.
 */
const hidden = [
  String.raw`[\u00ad\u2060-\u206f]`,
  String.raw`(?<!\p{Script=Egyptian_Hieroglyphs})[\ufe03-\ufe06]|[\ufe07-\ufe0d]`,
  String.raw`(?!${beforeTagOfFlag})[\u{e0000}-\u{e007f}]`,
  String.raw`(?<![\p{Emoji}\p{S}])[\ufe0e\ufe0f]`,
  String.raw`(?<!${withVariants})[\ufe00-\ufe02]`,
  String.raw`(?<!\p{Ideographic})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\u200b-\u200f\u2060\ufeff])[\u200b-\u200d\ufeff]`,
].join('|')

/** Matches each character that {@link printable} removes. */
export const unprintable = new RegExp(`${control}|${hidden}`, 'gu')

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
    // The last digit of an escape is not a character that can have variants.
    String.raw`(?<=(?<!\\)(?:\\\\)*\\u[\da-f]{4})[\ufe0e\ufe0f]`,
  ].join('|'),
  'gu',
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
