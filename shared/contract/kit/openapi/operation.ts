import type { z } from 'zod'
import { describeAuth } from '../describe-auth'
import { limits } from '../limits'
import { isRaw, type Operation } from '../operation'
import { formContent } from './multipart'
import { responsesOf, type Components } from './responses'
import { toSchema, type Json } from './schema'

/** Returns the OpenAPI operation object for a row of the contract. */
export function describeOperation(row: Operation, components: Components): Json {
  const parameters = [
    ...parametersOf(row.params, 'path', components.schemas),
    ...parametersOf(row.query, 'query', components.schemas),
    ...(row.idempotent ? [idempotencyKey] : []),
    ...(row.hasEtag ? [ifNoneMatch] : []),
    ...(Object.values(row.responses).some(body => isRaw(body) && body.file) ? fileParameters : []),
  ]
  return {
    operationId: row.id,
    ...(row.internal && { 'x-internal': true }),
    tags: [row.tag],
    summary: row.summary,
    description: [row.description, `Credentials: ${describeAuth(row.auth)}.`].filter(Boolean).join(' '),
    security: securityOf(row),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(row, components.schemas),
    responses: responsesOf(row, components),
  }
}

const securityOf = ({ auth, sessionBearer, takesTicket }: Operation) =>
  auth.anonymous
    ? []
    : [
        ...(auth.agent === false ? [] : [{ agentToken: [] }]),
        ...(auth.human ? [{ session: [] }] : []),
        ...(auth.adminToken ? [{ adminToken: [] }] : []),
        ...(sessionBearer ? [{ sessionToken: [] }] : []),
        ...(takesTicket ? [{ ticket: [] }] : []),
      ]

function requestBody(row: Operation, schemas: Json): Json {
  if (row.rawRequest)
    return {
      requestBody: {
        required: true,
        description: row.rawRequest.description,
        content: { [row.rawRequest.raw]: { schema: { type: 'string', format: 'binary' } } },
      },
    }
  if (!row.body) return {}
  if (row.multipart) {
    const content = formContent(row.body, row.multipart, schemas)
    return { requestBody: { required: true, content: { 'multipart/form-data': content } } }
  }
  const schema = toSchema(row.body, 'input', schemas)
  const example = row.example === undefined ? {} : { example: row.example }
  return {
    requestBody: {
      required: !row.bodyOptional,
      content: {
        [row.form ? 'application/x-www-form-urlencoded' : 'application/json']: { schema, ...example },
      },
    },
  }
}

const header = (name: string, description: string, maxLength?: number): Json => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string', ...(maxLength !== undefined && { maxLength }) },
  description,
})

const idempotencyKey = header(
  'Idempotency-Key',
  'Makes a retry safe for 24 hours: the same key with the same body repeats the first response.',
  limits.idempotencyKey,
)

const ifNoneMatch = header(
  'If-None-Match',
  'ETags of earlier responses: the response is 304 if one of them is current (13.1.2).',
)

const fileParameters = [
  header('Range', 'One range of bytes, such as `bytes=0-1023` (RFC 9110, 14.2).'),
  header('If-Range', 'An ETag: Range applies only if it is still the ETag of the file (13.1.5).'),
  header('If-None-Match', 'ETags: the response is 304 if one of them is the ETag of the file (13.1.2).'),
]

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query', schemas: Json): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = toSchema(field as z.ZodType, 'input', schemas)
    return {
      name,
      in: place,
      required: place === 'path',
      schema: rest,
      ...(description !== undefined && { description }),
    }
  })
}
