import { splitMentions } from './mentions'

/**
 * A piece of a comment: plain text, code between backticks, a safe address, or the name of a mentioned
 * person.
 */
export interface Segment {
  type: 'text' | 'code' | 'link' | 'mention'
  text: string
}

const pattern = /`([^`\n]+)`|https?:\/\/[^\s<>"'`]+/g

/**
 * Splits untrusted text into segments that may be shown: only http and https addresses become links, and
 * nothing becomes markup. `names` are the names of the mentioned people.
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
 * Removes trailing punctuation, which belongs to the sentence; returns an empty string if the rest is not an
 * address.
 */
function trimmedAddress(raw: string): string {
  const address = raw.replace(/[.,;:!?)\]}*_]+$/, '')
  return URL.canParse(address) ? address : ''
}

const markdown = /[*~\\[]|``|(?:^|\s)_|<(?:https?|mailto):|^ {0,3}(?:#{1,6} |>|[-+] |\d{1,9}[.)] |---)/m

/**
 * Returns whether a text may have more markup than {@link segmentsOf} finds, so that it needs a Markdown
 * parser.
 */
export const mayBeMarkdown = (text: string): boolean => markdown.test(text)
