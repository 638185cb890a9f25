import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Validators } from '~~/server/process/validators'
import { openCache } from '~~/server/process/memory-cache'
import { mac } from '~~/server/secrets/secrets'
import { settings } from '~~/server/settings'

/** The encoded response of an operation, as stored in the cache. */
export interface CachedResponse {
  /** The body is a string if it is small: Node.js then sends the head and the body together. */
  body: string | Buffer
  /** The body compressed by brotli; null until a client requests it. */
  brotli: Buffer | null
  /**
   * The time at which the response changes although no data changes, in epoch milliseconds; null if it does
   * not.
   */
  until: number | null
}

/**
 * A response with its entity tag (without quotes). `response` is null if the client already has the response
 * with this tag.
 */
export interface TaggedResponse {
  tag: string
  response: CachedResponse | null
}

/** The length of a cache key in Base64 characters: 144 bits. */
const KEY_LENGTH = 24

/** Bodies with fewer characters are cached as a string. */
const SMALL_LENGTH = 4096

/** Returns the memory that a body takes, in bytes. A character of a string may take two bytes. */
const bytesOf = (body: string | Buffer) => (typeof body === 'string' ? 2 * body.length : body.length)

const cache = openCache<CachedResponse>(
  'response',
  ({ body, brotli }) => bytesOf(body) + (brotli?.length ?? 0),
)

/**
 * Returns the cache key for the response of an operation to an input. The validators identify the state of
 * the data. All nodes that run the same build with the same settings compute the same key. The key is an
 * HMAC, since responses contain media links that are signed with a key of `AUTH_SECRET`: with another secret,
 * no earlier response is valid.
 */
export function responseKey(id: string, input: object, validators: Validators): string {
  const { publicUrl, retention } = settings()
  const parts = [process.env.BUILD_ID, publicUrl, retention, id, input, validators]
  return mac('response', JSON.stringify(parts)).toString('base64url').slice(0, KEY_LENGTH)
}

/**
 * Returns the response for a cache key, or null if the response must be computed. If one of the client's
 * entity tags shows that the client has the response, it is returned without a body. Otherwise it is returned
 * from the cache. An entity tag consists of the key, the time at which the response changes although no data
 * changes, and a suffix that the transport adds.
 */
export function findResponse(key: string, clientTags: readonly string[], now: number): TaggedResponse | null {
  for (const tag of clientTags) {
    // This entity tag is repeated in the response, so only tags in the format of this server are accepted.
    const [, clientKey, until] = /^([\w-]+)\.(\w+)(?:\.\w+)?$/.exec(tag) ?? []
    if (clientKey === key && until !== undefined && (until === '0' || now < Number.parseInt(until, 36)))
      return { tag, response: null }
  }
  const response = cache.get(key)
  return response && (response.until === null || now < response.until) ? tagged(key, response) : null
}

/** Stores a response in the cache under a key, and returns it. */
export function storeResponse(key: string, text: string, until: number | null): TaggedResponse {
  const body = text.length < SMALL_LENGTH ? text : Buffer.from(text)
  const response = { body, brotli: null, until }
  cache.set(key, response)
  return tagged(key, response)
}

const tagged = (key: string, response: CachedResponse) => ({
  tag: `${key}.${(response.until ?? 0).toString(36)}`,
  response,
})

const compress = promisify(brotliCompress)

/**
 * Returns the body of a response, compressed with brotli. The compressed body is cached with the response.
 */
export async function compressed({ tag }: TaggedResponse, response: CachedResponse): Promise<Buffer> {
  if (response.brotli) return response.brotli
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants
  // Even at its lowest quality, brotli makes JSON as small as gzip does at its highest, in a fifth of the
  // time.
  const params = { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT }
  response.brotli = await compress(response.body, { params })
  const [key = ''] = tag.split('.')
  if (cache.get(key) === response) cache.set(key, response)
  return response.brotli
}
