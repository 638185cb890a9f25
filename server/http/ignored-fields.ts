import { setResponseHeader, type H3Event } from 'h3'
import type { z } from 'zod'
import type { Operation } from '#shared/contract/kit/operation'

/** The response headers that name the parameters and fields of a request that its operation does not have. */
const headers = { query: 'x-ignored-parameters', body: 'x-ignored-fields' } as const

/** The form of a name that is repeated to the client: as short and plain as the names in the contract. */
const PLAIN_NAME = /^\w{1,40}$/
const MAX_NAMES = 20

/**
 * Names the ignored parameters of a query, or fields of a body, in a response header, so that a client
 * notices a misspelled name.
 */
export function setIgnoredHeader(
  event: H3Event,
  part: keyof typeof headers,
  schema: z.ZodType | undefined,
  value: unknown,
): void {
  const ignored = ignoredNames(schema, value)
  if (ignored.length > 0) setResponseHeader(event, headers[part], ignored.join(', '))
}

/**
 * Returns the `warnings` of an operation that has them: one about the ignored parameters of a query, if any.
 */
export function warningsOf({ warnsOfIgnored, query }: Operation, given: unknown): string[] {
  const ignored = warnsOfIgnored ? ignoredNames(query, given) : []
  if (ignored.length === 0) return []
  const known = Object.keys(query?.shape ?? {}).join(', ')
  return [`Unknown parameters were ignored: ${ignored.join(', ')}. Known: ${known}.`]
}

function ignoredNames(schema: z.ZodType | undefined, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const known = schema && 'shape' in schema ? (schema.shape as object) : {}
  const ignored = Object.keys(value).filter(name => !Object.hasOwn(known, name) && PLAIN_NAME.test(name))
  return ignored.slice(0, MAX_NAMES)
}
