/** Returns a text on one line, without white space at its start and end. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns a text of at most `maximum` UTF-16 code units that does not end within a character. */
export function cut(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maximum - 1)) ? maximum - 1 : maximum
  return text.slice(0, end)
}

/** Returns the text that an element contains directly, without the text of the elements in it. */
export const ownText = (element: Element): string =>
  oneLine(
    [...element.childNodes]
      .map(each => (each.nodeType === Node.TEXT_NODE ? (each.textContent ?? '') : ' '))
      .join(''),
  )
