import { splitMentions } from './mentions'

/**
 * A part of a comment: plain text, code between backticks, an http or https URL, or the name of a mentioned
 * person.
 */
export interface Segment {
  type: 'text' | 'code' | 'link' | 'mention'
  text: string
}

const pattern = /`([^`\n]+)`|https?:\/\/[^\s<>"'`]+/g

/**
 * Splits untrusted text into parts that are safe to show. Only http and https URLs become links, and no text
 * becomes HTML. `names` are the names of the mentioned people.
 */
export function segmentsOf(text: string, names: readonly string[] = []): Segment[] {
  const segments: Segment[] = []
  const addText = (plain: string) =>
    splitMentions(plain, names).forEach((part, index) => {
      if (part !== '') segments.push({ type: index % 2 === 1 ? 'mention' : 'text', text: part })
    })
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const address = match[1] === undefined ? trimmedAddress(match[0]) : null
    if (address === '') continue
    addText(text.slice(at, match.index))
    segments.push(address === null ? { type: 'code', text: match[1] ?? '' } : { type: 'link', text: address })
    at = match.index + (address === null ? match[0].length : address.length)
  }
  addText(text.slice(at))
  return segments
}

/**
 * Removes the punctuation at the end of a URL, because it belongs to the sentence that contains the URL.
 * Returns an empty string if the rest is not a valid URL.
 */
function trimmedAddress(raw: string): string {
  // A loop, since a regular expression would read a row of punctuation again from each of its characters.
  let end = raw.length
  while (end > 0 && '.,;:!?)]}*_'.includes(raw.charAt(end - 1))) end--
  const address = raw.slice(0, end)
  return URL.canParse(address) ? address : ''
}

const markdown = /[*~\\[]|``|(?:^|\s)_|<(?:https?|mailto):|^ {0,3}(?:#{1,6} |>|[-+] |\d{1,9}[.)] |---)/m

/**
 * Returns whether a text may contain Markdown that {@link segmentsOf} does not support. If so, a Markdown
 * parser must be loaded.
 */
export const mayBeMarkdown = (text: string): boolean => markdown.test(text)
