interface Quality {
  /** The quality value of a media type, from 0 to 1. 0 means that the media type is not acceptable. */
  quality: number
  /** Whether the header contains exactly this media type, instead of only a range such as `text/*`. */
  isNamed: boolean
}

/**
 * Returns whether an Accept header (RFC 9110, 12.5.1) names a media type exactly, with a quality value above
 * 0 that is not lower than the quality value of the media type `over`. A missing header accepts every media
 * type, but names none. Malformed ranges are ignored. Ranges with a parameter other than `charset` are also
 * ignored, because no response of this server has such a parameter.
 */
export function prefers(accept: string | null | undefined, mediaType: string, over: string): boolean {
  const { quality, isNamed } = qualityOf(accept, mediaType)
  return isNamed && quality > 0 && quality >= qualityOf(accept, over).quality
}

/**
 * Returns the quality value that an Accept header gives to a media type. If several ranges match, the most
 * specific one decides.
 */
function qualityOf(accept: string | null | undefined, mediaType: string): Quality {
  if (!accept?.trim()) return { quality: 1, isNamed: false }
  const ranges = accept.split(',').map(parseRange)
  for (const range of [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']) {
    const qualities = ranges.filter(each => each?.range === range).map(each => each?.quality ?? 0)
    if (qualities.length > 0) return { quality: Math.max(...qualities), isNamed: range === mediaType }
  }
  return { quality: 0, isNamed: false }
}

/**
 * Parses one range of an Accept header. Returns null if the range is malformed, or if it has a parameter
 * other than `q` and `charset`.
 */
function parseRange(member: string): { range: string; quality: number } | null {
  const [range = '', ...parameters] = member.split(';').map(part => part.trim().toLowerCase())
  let quality = 1
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=').map(part => part.trim())
    if (name === 'q' && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value)) quality = Number(value)
    else if (name !== 'charset' && name !== '') return null
  }
  return { range, quality }
}

/**
 * Returns whether an Authorization header contains a bearer token, which only programs send. Other schemes do
 * not count, because a proxy may add them to the requests of a browser.
 */
export const hasBearer = (header: string | null | undefined) => /^Bearer /i.test(header ?? '')
