export interface ByteRange { start: number, end: number }

/**
 * The part of a representation a Range header asks for (RFC 9110, 14): ends exclusive. null means the whole:
 * no header, a malformed one, another unit, or several ranges, which a server may answer with everything.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replace(/\s/g, '') ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const suffix = Number(last)
    if (suffix === 0 || size === 0) return 'unsatisfiable'
    return { start: Math.max(0, size - suffix), end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** Whether an If-None-Match header names this entity tag (weak comparison, RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some(each => each.replace(/^W\//, '') === etag.replace(/^W\//, ''))
}

/** Whether a Range still holds under an If-Range header (strong comparison, RFC 9110, 13.1.5); dates never match. */
export function rangeStillHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag
}
