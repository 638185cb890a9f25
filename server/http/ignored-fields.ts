import { setResponseHeader, type H3Event } from 'h3'
import type { z } from 'zod'
import type { Operation } from '#shared/contract/kit/operation'

/** What a request sent that its operation does not have, by the header that names it in the response. */
const headers = { query: 'x-ignored-parameters', body: 'x-ignored-fields' } as const

/** Names are repeated to the client only if they are as short and plain as those of the contract. */
const PLAIN_NAME = /^\w{1,40}$/
const MAX_NAMES = 20

/**
 * Names the parameters of a query, or the fields of a body, that an operation ignores, in a header of the
 * response: a client that misspells one would otherwise never learn of it.
 */
export function noteIgnored(
  event: H3Event,
  part: keyof typeof headers,
  schema: z.ZodType | undefined,
  value: unknown,
): void {
  const ignored = ignoredNames(schema, value)
  if (ignored.length > 0) setResponseHeader(event, headers[part], ignored.join(', '))
}

/** Returns the `warnings` of a row that has them: one for the ignored parameters of a query, if any. */
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
