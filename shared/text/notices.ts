/** A part of a banner: text, or a link. */
export interface BannerPart {
  text: string
  /** The URL of a link; null for text. */
  url: string | null
}

/** The texts of the operator that pages show. */
export interface Notices {
  /** The parts of the banner on top of pages; an empty list without a banner. */
  banner: readonly BannerPart[]
  /** The links at the foot of pages. */
  legalLinks: readonly { label: string; url: string }[]
}

const LINK = /\[([^[\]]+)\]\((https:\/\/[^\s()]+)\)/g

/** Returns the parts of a line of text whose links are written as in Markdown: `[Status](https://…)`. */
export function parseBanner(line: string): BannerPart[] {
  const parts: BannerPart[] = []
  let end = 0
  for (const found of line.matchAll(LINK)) {
    const [whole, text = '', url = ''] = found
    if (found.index > end) parts.push({ text: line.slice(end, found.index), url: null })
    parts.push({ text, url })
    end = found.index + whole.length
  }
  if (end < line.length) parts.push({ text: line.slice(end), url: null })
  return parts
}
