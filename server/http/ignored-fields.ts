import { setResponseHeader, type H3Event } from 'h3'
import type { z } from 'zod'

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
  if (typeof value !== 'object' || value === null) return
  const known = schema && 'shape' in schema ? (schema.shape as object) : {}
  const ignored = Object.keys(value).filter(name => !Object.hasOwn(known, name) && PLAIN_NAME.test(name))
  if (ignored.length > 0) setResponseHeader(event, headers[part], ignored.slice(0, MAX_NAMES).join(', '))
}
