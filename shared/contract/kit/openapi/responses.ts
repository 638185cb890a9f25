import type { z } from 'zod'
import { ErrorEnvelope, errorStatus, OAuthError, oauthStatus, UploadError, type ErrorCode } from '../errors'
import { isRaw, type Operation, type RawBody } from '../operation'
import { errorCodesOf } from '../operation-errors'
import { headersOf, type HeaderName } from './headers'
import { toSchema, type Json } from './schema'

/** The parts of the document that operations refer to. */
export interface Components {
  schemas: Json
  responses: Json
}

/** Returns the `responses` of an operation: its success statuses, its errors by status, and `default`. */
export function responsesOf(row: Operation, components: Components): Json {
  return { ...successes(row, components), ...errors(row, components) }
}

function successes(row: Operation, components: Components): Json {
  const documented: Json = {}
  for (const [status, body] of Object.entries(row.responses)) {
    if (isRaw(body) && body.file) Object.assign(documented, fileResponses(body, body.file, components))
    else documented[status] = success(row, Number(status), body, components)
  }
  if (row.hasEtag)
    documented[304] = {
      description: 'The client has the present response: If-None-Match names its ETag. No body.',
      ...headersOf(...etagHeaders),
    }
  if (row.idempotent)
    documented[200] ??= {
      ...success(row, 200, row.responses[201] ?? null, components),
      description: 'The repeated response to an earlier request with the same Idempotency-Key.',
    }
  return documented
}

/** The headers of a response that a client may store, but must revalidate before each use. */
const etagHeaders: (HeaderName | [HeaderName, string])[] = [
  ['Cache-Control', '`private, no-cache`: revalidate with If-None-Match before each use.'],
  'ETag',
  ['Vary', '`Authorization, Cookie, Accept-Encoding`.'],
]

function success(
  row: Operation,
  status: number,
  body: z.ZodType | RawBody | null,
  components: Components,
): Json {
  const names: typeof etagHeaders = row.hasEtag ? [...etagHeaders] : ['Cache-Control']
  if (row.idempotent && status === 200) names.push('Idempotent-Replay')
  if (row.setsCookie) names.push('Set-Cookie')
  if (isRaw(body)) names.push('X-Accel-Buffering')
  const headers = headersOf(...names)
  if (body === null) return { description: 'Done. There is no body.', ...headers }
  if (isRaw(body)) return { description: body.description, ...headers, ...binary(body.raw, body.orRaw) }
  return {
    description: 'The result.',
    ...headers,
    content: {
      'application/json': { schema: toSchema(body, 'output', components.schemas) },
      ...(row.textResponse && { [row.textResponse.raw]: { schema: { type: 'string' } } }),
    },
  }
}

/**
 * Returns the responses of an operation that serves a file, including the responses to conditional requests
 * and byte ranges (RFC 9110, 13 to 15).
 */
function fileResponses(body: RawBody, file: NonNullable<RawBody['file']>, { schemas }: Components): Json {
  const headers = headersOf(
    ['Cache-Control', file.cacheControl],
    ...(file.isPart ? (['X-Picture-Part'] as const) : []),
    'Content-Disposition',
    'ETag',
    'Accept-Ranges',
    'X-Robots-Tag',
    'Cross-Origin-Resource-Policy',
  ).headers as Json
  const withLength = { ...headers, ...(headersOf('Content-Length').headers as Json) }
  const withRange = { ...withLength, ...(headersOf('Content-Range').headers as Json) }
  return {
    200: {
      description:
        `${body.description} Also if Range is malformed, requests several ranges, ` +
        'or does not match If-Range.',
      headers: withLength,
      ...binary(body.raw),
    },
    206: { description: 'The bytes that Range requests.', headers: withRange, ...binary(body.raw) },
    ...(file.redirect !== undefined && {
      302: {
        description: `${file.redirect} No body.`,
        ...headersOf(
          ['Cache-Control', '`private, max-age=SECONDS`: shorter than the address is valid.'],
          'Location',
          'Vary',
          'X-Robots-Tag',
          'Cross-Origin-Resource-Policy',
        ),
      },
    }),
    304: { description: 'The client has these bytes: If-None-Match names their ETag. No body.', headers },
    416: {
      description: '`range_not_satisfiable`. The file has the `ETag` of the response.',
      headers: { ...withRange, ...(headersOf('Cache-Control').headers as Json) },
      content: {
        'application/json': { schema: errorSchema(['range_not_satisfiable'], 'envelope', schemas) },
      },
    },
  }
}

const binary = (...mediaTypes: (string | undefined)[]): Json => ({
  content: Object.fromEntries(
    mediaTypes.flatMap(type => (type ? [[type, { schema: { type: 'string', format: 'binary' } }]] : [])),
  ),
})

function errors(row: Operation, components: Components): Json {
  const form = formOf(row)
  const byStatus = Map.groupBy(errorCodesOf(row), code =>
    form === 'oauth' ? oauthStatus(code) : errorStatus[code],
  )
  const documented = [...byStatus].map(([status, codes]) => [status, errorResponse(codes, components, form)])
  return { ...Object.fromEntries(documented), default: errorResponse(null, components, form) }
}

/**
 * The form of an error response: `flat` has no envelope and is used on the upload route, `oauth` has the
 * fields of OAuth, `envelope` is used everywhere else.
 */
type ErrorForm = 'flat' | 'oauth' | 'envelope'

function formOf({ flatErrors, oauthErrors }: Operation): ErrorForm {
  if (flatErrors) return 'flat'
  return oauthErrors ? 'oauth' : 'envelope'
}

const errorSchemas = { flat: UploadError, oauth: OAuthError, envelope: ErrorEnvelope }

/**
 * Returns the response for the given error codes. For null, returns the response for all other errors. If
 * only one code is given, the response is a component that all operations share.
 */
export function errorResponse(
  codes: ErrorCode[] | null,
  components: Components,
  form: ErrorForm = 'envelope',
): Json {
  const response = () => ({
    description: codes?.map(code => `\`${code}\``).join(', ') ?? 'Any other error, such as 405.',
    ...headersOf(...errorHeaders(codes)),
    content: { 'application/json': { schema: errorSchema(codes, form, components.schemas) } },
  })
  if (codes && codes.length > 1) return response()
  const name = [codes?.[0] ?? 'other_error', ...(form === 'envelope' ? [] : [form])].map(pascalCase).join('')
  components.responses[name] ??= response()
  return { $ref: `#/components/responses/${name}` }
}

function errorHeaders(codes: ErrorCode[] | null): HeaderName[] {
  if (!codes) return ['Cache-Control', 'Allow']
  if (codes.includes('unauthorized')) return ['Cache-Control', 'WWW-Authenticate']
  if (codes.includes('rate_limited') || codes.includes('unavailable')) return ['Cache-Control', 'Retry-After']
  return ['Cache-Control']
}

function errorSchema(codes: ErrorCode[] | null, form: ErrorForm, schemas: Json): Json {
  const reference = toSchema(errorSchemas[form], 'output', schemas)
  if (!codes) return reference
  const error = { type: 'object', properties: { error: { type: 'string', enum: codes } } }
  return { allOf: [reference, form === 'flat' ? error : { type: 'object', properties: { data: error } }] }
}

const pascalCase = (code: string) =>
  code
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
