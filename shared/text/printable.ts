// Control characters but tab and line break, and those that change the direction of text.
// eslint-disable-next-line no-control-regex -- They are what is removed.
export const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns text for a terminal, a mail or a pull request, without control characters: an escape sequence in a
 * title or a comment could overwrite the screen or the clipboard, and a change of direction could forge a
 * name.
 */
export const printable = (text: string): string => text.replace(unprintable, '')

/**
 * Returns text on one line: a line break in a title could forge the lines after it in a mail, and a blank
 * line would end the surrounding Markdown element.
 */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
