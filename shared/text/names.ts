import { onOneLine } from './printable'

/*
 * A name must not contain characters that break a line, are invisible, or change the direction of text. With
 * these characters, a name could look like another name, or could add a false line to a mail.
 */

/** Control characters, surrogates, invisible characters, and characters that set the direction of text. */
const hidden =
  '\\p{Cc}\\p{Cs}\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb'
/** The characters that U+200D (zero width joiner) joins to one emoji. */
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]'
/**
 * The scripts whose letters U+200C and U+200D (zero width non-joiner and joiner) separate or join: RFC 5892,
 * appendix A.
 */
const joining = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya']
  .concat('Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala')
  .map(script => `\\p{Script_Extensions=${script}}`)
  .join('')

/**
 * Tag characters, which can hide text. They are allowed only in a flag, such as the flag of Wales. The flags
 * are matched first, since a lookbehind would read all tags again for each tag.
 */
const flag = '\u{1f3f4}[\\u{e0020}-\\u{e007f}]*'
const tag = '[\\u{e0000}-\\u{e007f}]'

const joiner = '[\\u200c\\u200d]'
const strayJoiners = `(?<!${emoji})(?<![${joining}])${joiner}|${joiner}(?!${emoji})(?![${joining}])`

const flagsAndHidden = new RegExp(`(${flag})|[${hidden}]|${tag}|${strayJoiners}`, 'gu')

/** Returns a name in which each hidden character is replaced by a given character. */
const replaceHidden = (name: string, by: string): string =>
  name.replace(flagsAndHidden, (_match, kept: string | undefined) => kept ?? by)

/** Returns whether a name contains only visible characters and is on one line. */
export const isVisibleName = (name: string): boolean => replaceHidden(name, '') === name

/** The rule that {@link isVisibleName} checks, as a phrase that can follow the name of the field. */
export const visibleNameRule =
  'must not contain line breaks, control characters, or characters that are invisible or change the ' +
  'direction of text'

/** Replaces forbidden characters by spaces, in a name that a sign-in provider or a program has sent. */
export const visibleName = (name: string): string => onOneLine(replaceHidden(name, ' '))
