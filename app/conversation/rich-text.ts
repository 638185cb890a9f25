/** A piece of a comment: plain text, code between backticks, or an address that is safe to follow. */
export interface Segment {
  type: 'text' | 'code' | 'link'
  text: string
}

const pattern = /`([^`\n]+)`|https?:\/\/[^\s<>"'`]+/g

/**
 * Splits untrusted text into what may be shown: only http and https addresses become links, and nothing
 * becomes markup.
 */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const address = match[1] === undefined ? trimmedAddress(match[0]) : null
    if (address === '') continue
    if (match.index > at) segments.push({ type: 'text', text: text.slice(at, match.index) })
    segments.push(address === null ? { type: 'code', text: match[1] ?? '' } : { type: 'link', text: address })
    at = match.index + (address === null ? match[0].length : address.length)
  }
  if (at < text.length) segments.push({ type: 'text', text: text.slice(at) })
  return segments
}

/** Removes trailing punctuation, which belongs to the sentence; empty when the rest is not an address. */
function trimmedAddress(raw: string): string {
  const address = raw.replace(/[.,;:!?)\]}*_]+$/, '')
  return URL.canParse(address) ? address : ''
}
