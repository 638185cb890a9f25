import type { Json } from './schema'

/** A response header: its description and the schema of its value. */
interface HeaderDescription {
  description: string
  schema?: Json
}

/** The headers of every response. They are listed only once in the document, in `x-response-headers`. */
export const everyResponseHeaders: Record<string, HeaderDescription> = {
  'X-Content-Type-Options': { description: '`nosniff`.' },
  'Referrer-Policy': { description: '`same-origin`.' },
  'Content-Security-Policy': {
    description: 'Forbids frames, plugins and foreign forms; a media file may run nothing.',
  },
  'X-Frame-Options': { description: '`DENY`. Not on `/e/{token}`, which other sites may embed.' },
  'X-Request-Id': {
    description: 'The id of the request, as in errors (`data.requestId`) and in the server log.',
  },
  'X-Ignored-Parameters': {
    description: 'The parameters of the query that the operation does not have, separated by commas.',
  },
  'X-Ignored-Fields': {
    description: 'The fields of the body that the operation does not have, separated by commas.',
  },
  'Strict-Transport-Security': { description: 'One year, if the server is served over https.' },
}

/** The headers of individual responses. The responses in the document refer to them by name. */
const headers = {
  'Cache-Control': { description: '`no-store`.' },
  'Pragma': { description: '`no-cache`.' },
  'Idempotent-Replay': {
    description: '`true` if an earlier response with the same Idempotency-Key is repeated.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: '`Bearer realm="exhibit"` (RFC 6750).' },
  'Allow': { description: 'On 405: the methods of this path, separated by commas.' },
  'Accept-Ranges': { description: '`bytes`.', schema: { type: 'string', enum: ['bytes'] } },
  'ETag': { description: 'A strong entity tag. It changes with the bytes.' },
  'Content-Length': { description: 'Bytes in the body.', schema: { type: 'integer', minimum: 0 } },
  'Content-Range': {
    description: 'On 206 `bytes START-END/SIZE`, with END inclusive; on 416 `bytes */SIZE`.',
  },
  'Content-Disposition': {
    description:
      '`inline` or `attachment`, with the name of the file as `filename` and `filename*` (RFC 6266).',
  },
  'Location': { description: 'On 302: the address of the same bytes at the blob store.' },
  'Vary': { description: 'On 302: `Sec-Fetch-Mode`.' },
  'Set-Cookie': { description: 'For the addresses of this share link, `HttpOnly`.' },
  'X-Robots-Tag': { description: '`noindex, nofollow`.' },
  'Cross-Origin-Resource-Policy': { description: '`cross-origin`.' },
  'X-Picture-Part': {
    description:
      'The shown part in pixels of the image, and the response pixels per image pixel, such as ' +
      '`x=760, y=360, width=480, height=480, scale=1`. For two images, the part of the left one.',
  },
  'X-Accel-Buffering': { description: '`no`: proxies must not buffer the stream.' },
} as const satisfies Record<string, HeaderDescription>

export type HeaderName = keyof typeof headers

/** Returns the header objects of the document: `components.headers`. */
export const headerComponents = (): Json =>
  Object.fromEntries(
    Object.entries<HeaderDescription>(headers).map(([name, { description, schema = { type: 'string' } }]) => [
      name,
      { description, schema },
    ]),
  )

/**
 * Returns the `headers` object of a response from the names of its headers. A name can have a description,
 * which replaces the general description of the header.
 */
export const headersOf = (...names: (HeaderName | [HeaderName, string])[]): Json => ({
  headers: Object.fromEntries(
    names.map(each =>
      typeof each === 'string'
        ? [each, { $ref: `#/components/headers/${each}` }]
        : [each[0], { description: each[1], schema: { type: 'string' } }],
    ),
  ),
})
