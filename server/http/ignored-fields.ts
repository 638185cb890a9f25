import { setResponseHeader, type H3Event } from 'h3'
import type { z } from 'zod'
import type { Operation } from '#shared/contract/kit/operation'

/**
 * The response headers that list ignored names: query parameters or body fields that the operation does not
 * have.
 */
const headers = { query: 'x-ignored-parameters', body: 'x-ignored-fields' } as const

/**
 * Only ignored names in this format are repeated in a response. It is the format of the names in the
 * contract.
 */
const PLAIN_NAME = /^\w{1,40}$/
const MAX_NAMES = 20

/**
 * Lists the ignored query parameters or body fields in a response header, so that a client notices a
 * misspelled name.
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
 * Returns the `warnings` of a result. They contain one warning that lists the ignored query parameters, if
 * the operation declares such warnings and parameters were ignored.
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
