import { jsonSizeOf } from '#shared/json-size'

/**
 * The largest number of bytes of a response that are read, after decompression. The largest responses of a
 * server describe a review that has reached its limits: 4 MB of comments and 16 MB of shapes and elements,
 * and one character may take six bytes in JSON.
 */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * The minimum number of bytes that must arrive in each interval. A slower response is not read to its end.
 */
const MIN_BYTES = 64 * 1024
const MIN_BYTES_MS = 60_000

/** Thrown for a response whose body is too large. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/**
 * Returns the body of a response. Throws {@link TooLargeError} if it has more than `maxBytes` bytes, and
 * another error if the connection breaks or if the server sends less than 64 KiB in a minute.
 */
export async function readBody(response: Response, maxBytes = MAX_BYTES): Promise<Buffer> {
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  if (!reader) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  let sizeBefore = 0
  const { promise: slow, reject } = Promise.withResolvers<never>()
  const timer = setInterval(() => {
    if (size - sizeBefore < MIN_BYTES) reject(new Error('its response does not end'))
    sizeBefore = size
  }, MIN_BYTES_MS)
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), slow])
      if (done) return Buffer.concat(chunks)
      size += value.length
      if (size > maxBytes) throw new TooLargeError(`the response has more than ${maxBytes} bytes`)
      chunks.push(value)
    }
  } catch (error) {
    // Closes the connection. Nothing more is read from it.
    void reader.cancel().catch(() => {})
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** The maximum nesting and number of values of JSON. Parsing more takes gigabytes of memory. */
const [MAX_DEPTH, MAX_VALUES] = [100, 8_000_000]

/**
 * Returns the value of a JSON text that a server sent. Throws if the text is not JSON, or if it has more
 * values or a deeper nesting than any response of Exhibit.
 */
export function parseJson(text: string): unknown {
  const { depth, values } = jsonSizeOf(text)
  if (depth > MAX_DEPTH || values > MAX_VALUES) throw new TooLargeError('the response has too many values')
  return JSON.parse(text)
}

/** Returns the body of a response as text, as {@link readBody} does. */
export const readText = async (response: Response, maxBytes?: number): Promise<string> =>
  (await readBody(response, maxBytes)).toString('utf8')
