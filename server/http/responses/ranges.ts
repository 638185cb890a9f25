import type { ByteRange } from '~~/server/bytes/byte-source'

/**
 * Returns the range that a Range header requests from a representation of `size` bytes (RFC 9110, 14).
 * Returns null if the whole representation must be sent: if the header is missing or malformed, has another
 * unit, or requests several ranges, which a server may ignore.
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
 * Returns the range of the last `length` bytes. If `length` is larger than the representation, the range is
 * the whole representation. If `length` is 0, the range cannot be satisfied.
 */
function lastBytes(length: number, size: number): ByteRange | 'unsatisfiable' | null {
  if (length === 0) return 'unsatisfiable'
  return size === 0 ? null : { start: Math.max(0, size - length), end: size }
}

/** Returns the entity tags in an If-None-Match header, without their quotes and the prefix `W/`. */
export function listedTags(header: string | undefined): string[] {
  return (header?.match(/"[^"]*"/g) ?? []).map(each => each.slice(1, -1))
}

/**
 * Returns whether an If-None-Match header contains an entity tag, with weak comparison (RFC 9110, 13.1.2).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.trim() === '*' || listedTags(header).includes(etag.replace(/^W\//, '').slice(1, -1))
}

/**
 * Returns whether an If-Range header allows a Range header to be applied, with strong comparison (RFC 9110,
 * 13.1.5). A date in If-Range never matches.
 */
export function ifRangeMatches(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || (ifRange.trim() === etag && !etag.startsWith('W/'))
}
