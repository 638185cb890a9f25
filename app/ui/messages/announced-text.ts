/** Returns the next text of a live region: one that does not change would not be announced again. */
export const announcedText = (text: string, before: string): string =>
  text === before ? `${text}\u{a0}` : text
