import { z } from 'zod'

export type Json = Record<string, unknown>

const refPrefix = '#/components/schemas/'

/**
 * Converts a schema to OpenAPI 3.0. Schemas with an id are added to `components`, and the result refers to
 * them.
 */
export function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  // The schema is wrapped in an object. Without that, a schema with an id at the root would not become a
  // reference.
  const whole = z.toJSONSchema(z.object({ root: schema }), {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
    },
  }) as unknown as { properties: { root: Json }; definitions?: Json }
  for (const [name, definition] of Object.entries(whole.definitions ?? {}))
    components[name] = rewrite(definition)
  return rewrite(whole.properties.root) as Json
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite)
  if (typeof value !== 'object' || value === null) return value
  const rewritten: Json = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace('#/definitions/', refPrefix) : rewrite(each),
    ]),
  )
  if (rewritten.nullable !== true) return rewritten
  if (rewritten.type === undefined) return orNull(rewritten)
  // In OpenAPI 3.0.3, `nullable` does not add null to the values of an enum (proposal 2019-10-31), so null is
  // added here.
  return Array.isArray(rewritten.enum) ? { ...rewritten, enum: [...rewritten.enum, null] } : rewritten
}

/**
 * Makes a schema without a `type`, such as a reference, nullable. OpenAPI 3.0.3 allows `nullable` only next
 * to a `type`, so the result is a choice between the schema and null.
 */
function orNull({ nullable: _, description, ...rest }: Json): Json {
  const [only, ...others] =
    Object.keys(rest).length === 1 && Array.isArray(rest.allOf) ? (rest.allOf as Json[]) : []
  return {
    ...(description !== undefined && { description }),
    anyOf: [only && others.length === 0 ? only : rest, { type: 'object', nullable: true, enum: [null] }],
  }
}
