import { onOneLine } from './printable'

/*
 * The characters that a name must not contain: those that break a line, are invisible or change the direction
 * of the surrounding text. With them a name could look like another, or forge a line of a mail.
 */

/** Control characters, halves of surrogate pairs, and characters without width or with a direction. */
const hidden =
  '\\p{Cc}\\p{Cs}\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb'
/** The characters that U+200D joins to one emoji. */
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]'
/** The scripts whose letters U+200C and U+200D join or separate (RFC 5892, appendix A). */
const joining = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya']
  .concat('Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala')
  .map(script => `\\p{Script_Extensions=${script}}`)
  .join('')

/** Tag characters, which hide text, except those in a flag such as that of Wales. */
const strayTags = '(?<!\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]'

const joiner = '[\\u200c\\u200d]'
const strayJoiners = `(?<!${emoji})(?<![${joining}])${joiner}|${joiner}(?!${emoji})(?![${joining}])`

const hiddenInNames = new RegExp(`[${hidden}]|${strayTags}|${strayJoiners}`, 'gu')

/** Returns whether a name has only visible characters, on one line. */
export const isVisibleName = (name: string): boolean => name.search(hiddenInNames) === -1

/** The rule of {@link isVisibleName} as the end of a sentence that begins with the name of the field. */
export const visibleNameRule =
  'must not contain line breaks, control characters, or characters that are invisible or change the ' +
  'direction of text'

/** Returns a name from a sign-in provider or a program, with forbidden characters replaced by spaces. */
export const visibleName = (name: string): string => onOneLine(name.replace(hiddenInNames, ' '))
