import { z } from 'zod'

export type Json = Record<string, unknown>

const refPrefix = '#/components/schemas/'

/** Converts a schema to OpenAPI 3.0. Named schemas are added to `components` and referred to. */
export function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  // Wrapped, so that a named schema becomes a reference even if it is the root.
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
  // `nullable` does not add null to the values of an enum (OpenAPI 3.0.3, proposal 2019-10-31).
  return Array.isArray(rewritten.enum) ? { ...rewritten, enum: [...rewritten.enum, null] } : rewritten
}

/**
 * Returns a nullable schema. OpenAPI 3.0.3 allows `nullable` only with a `type`, so a nullable reference
 * becomes one of two schemas.
 */
function orNull({ nullable: _, description, ...rest }: Json): Json {
  const [only, ...others] =
    Object.keys(rest).length === 1 && Array.isArray(rest.allOf) ? (rest.allOf as Json[]) : []
  return {
    ...(description !== undefined && { description }),
    anyOf: [only && others.length === 0 ? only : rest, { type: 'object', nullable: true, enum: [null] }],
  }
}
