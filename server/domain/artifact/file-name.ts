import { extensionOf, type Mime } from '#shared/contract/media-types'

const MAX_LENGTH = 120

/**
 * Shortens a text at the end of a code point, because half a surrogate pair cannot be encoded in a header.
 */
const cut = (text: string) => Array.from(text).slice(0, MAX_LENGTH).join('').trim()

/** Returns a title without characters that file systems reject, or `fallback` if nothing is left. */
export function baseNameOf(title: string, fallback: string): string {
  const base = title
    .normalize('NFC')
    .replace(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const short = base.length > MAX_LENGTH ? cut(base) : base
  return short === '' ? fallback : short
}

/** Returns a file name for a download, made from the title and the revision. */
export const fileNameOf = (title: string, index: number, mime: Mime): string =>
  `${baseNameOf(title, 'evidence')} r${index}.${extensionOf[mime]}`
