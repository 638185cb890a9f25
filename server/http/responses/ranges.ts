import type { ByteRange } from '~~/server/bytes/byte-source'

/**
 * Returns the range of a representation of `size` bytes that a Range header requests (RFC 9110, 14). Returns
 * null for the whole representation: without a header, for a malformed one, for another unit, and for several
 * ranges, which a server may ignore.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined) return null
  if (first === '') return last === '' ? null : lastBytes(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

/**
 * Returns the last bytes. A suffix longer than the representation means all of it; an empty suffix cannot be
 * satisfied.
 */
function lastBytes(length: number, size: number): ByteRange | 'unsatisfiable' | null {
  if (length === 0) return 'unsatisfiable'
  return size === 0 ? null : { start: Math.max(0, size - length), end: size }
}

/** Returns the entity tags in an If-None-Match header, without quotes and `W/`. */
export function listedTags(header: string | undefined): string[] {
  return (header?.match(/"[^"]*"/g) ?? []).map(each => each.slice(1, -1))
}

/** Returns whether an If-None-Match header contains an entity tag (weak comparison, RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.trim() === '*' || listedTags(header).includes(etag.replace(/^W\//, '').slice(1, -1))
}

/**
 * Returns whether a Range applies under an If-Range header (strong comparison, RFC 9110, 13.1.5). Dates never
 * match.
 */
export function ifRangeMatches(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || (ifRange.trim() === etag && !etag.startsWith('W/'))
}
