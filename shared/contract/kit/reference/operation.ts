import type { z } from 'zod'
import { describeAuth } from '../describe-auth'
import { errorStatus, type ErrorCode } from '../errors'
import { formFields } from '../openapi/multipart'
import { toSchema, type Json } from '../openapi/schema'
import { isRaw, type Operation, type RawBody } from '../operation'
import { errorCodesOf } from '../operation-errors'
import { exampleOf } from './example'
import { noteOf } from './notes'
import { nameOf, typeOf, type TypeContext } from './types'

/** Returns the section of an operation: who may call it, its input, its responses, and an example. */
export function operationSection(row: Operation, context: TypeContext): string {
  return [
    `### ${row.method} ${row.path}`,
    [`${row.summary}.`, row.description].filter(Boolean).join(' '),
    facts(row),
    row.query && typeBlock('Query:', row.query, 'input', context),
    row.rawRequest && `Body: ${row.rawRequest.description} (\`${row.rawRequest.raw}\`)`,
    row.body && requestBody(row.body, row, context),
    ...responses(row, context),
    `${row.flatErrors ? 'Errors, as `{ error, message, hint }`' : 'Errors'}: ${errors(row)}.`,
    exampleOf(row),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function requestBody(body: z.ZodType, { multipart, bodyOptional }: Operation, context: TypeContext): string {
  if (!multipart) return typeBlock(bodyOptional ? 'Body (optional):' : 'Body:', body, 'input', context)
  const type = typeOf(formFields(body, multipart, context.schemas), context)
  return `Body (\`multipart/form-data\`), by the names of its parts:\n\n\`\`\`ts\n${type}\n\`\`\``
}

const rates: Record<Operation['rate'], string> = {
  none: '',
  write: 'Counts as a write.',
  credential: 'Counts as a credential request.',
  bootstrap: '5 an hour for each client address.',
  sharePassword: '10 a minute for each client address, 20 wrong ones an hour for each link and address.',
  guestComment: '20 a minute for each client address, and 60 for each link.',
  forgeEvent: '300 a minute for each client address.',
  export: '10 a minute for each session, or client address of visitors.',
}

function facts(row: Operation): string {
  const params = Object.entries(row.params?.shape ?? {}).map(([name, field]) => {
    const note = noteOf(toSchema(field as z.ZodType, 'input', {}))
    return `\`${name}\`${note && ` (${note})`}`
  })
  return [
    `Credentials: ${describeAuth(row.auth)}.`,
    params.length > 0 && `Path: ${params.join(', ')}.`,
    rates[row.rate],
    row.idempotent && 'Takes an `Idempotency-Key`.',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * The errors that every operation may return. The reference describes them only once, in the part about
 * conventions.
 */
const general: ErrorCode[] = ['internal_error', 'unavailable', 'insufficient_storage']

function errors(row: Operation): string {
  const codes = errorCodesOf(row).filter(code => !general.includes(code))
  return (
    codes
      .sort((a, b) => errorStatus[a] - errorStatus[b])
      .map(code => `${errorStatus[code]} \`${code}\``)
      .join(', ') || 'none of its own'
  )
}

function responses(row: Operation, context: TypeContext): (string | false)[] {
  const statuses = Object.keys(row.responses)
  const [first] = Object.values(row.responses)
  if (isRaw(first)) return [fileResponse(first)]
  if (!first) return [`Response ${statuses.join(', ')}: no body.`]
  const repeated =
    row.idempotent && !statuses.includes('200') ? ' (200 when repeated for an `Idempotency-Key`)' : ''
  const title = `Response ${statuses.toReversed().join(' or ')}${repeated}:`
  return [
    typeBlock(title, first, 'output', context),
    row.hasEtag &&
      'The response has an `ETag`. A request with it in `If-None-Match` gets 304 while nothing has changed.',
    row.textResponse !== undefined && `Or \`${row.textResponse.raw}\`: ${row.textResponse.description}`,
  ]
}

function fileResponse({ raw, description, file }: RawBody): string {
  if (!file) return `Response 200 (\`${raw}\`): ${description}`
  return [
    `Response 200: ${description}`,
    'One byte range is 206 with `Content-Range`; a range past the end is 416; `If-None-Match` with the',
    'current `ETag` is 304; `If-Range` is respected. Headers: `Content-Type`, `Content-Length`,',
    '`Content-Disposition` with the file name, `ETag`, `Accept-Ranges: bytes`.',
    `\`Cache-Control\` is ${file.cacheControl}`,
    ...(file.redirect === undefined ? [] : [`Response 302: ${file.redirect}`]),
  ].join(' ')
}

/**
 * Returns a title followed by the type of a schema. If the type has a separate section, the type is replaced
 * by a link to it.
 */
function typeBlock(title: string, schema: z.ZodType, io: 'input' | 'output', context: TypeContext): string {
  const json: Json = toSchema(schema, io, context.schemas)
  const name = nameOf(json)
  if (name !== undefined && context.named.has(name)) return `${title} [${name}](#${name.toLowerCase()})`
  return `${title}\n\n\`\`\`ts\n${typeOf(json, context)}\n\`\`\``
}
