/**
 * Returns the next text of a live region. A repeated text is changed invisibly, because an unchanged text
 * would not be announced again.
 */
export const announcedText = (text: string, before: string): string =>
  text === before ? `${text}\u{a0}` : text
