import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { limits } from '#shared/contract/kit/limits'
import type { Operation } from '#shared/contract/kit/operation'

type Json = Record<string, unknown>
type Shape = Record<string, z.ZodType>

/**
 * The argument for idempotency keys. Tools have it if their operation supports the Idempotency-Key header.
 */
const idempotencyKey = z
  .string()
  .max(limits.idempotencyKey)
  .optional()
  .meta({ description: 'Makes repeating an uncertain call safe: the same key repeats the first result.' })

/** The JSON Schema of the arguments of a tool. */
export interface ArgumentSchema extends Json {
  properties: Record<string, Json>
  required?: string[]
}

/**
 * Returns the JSON Schema of a tool's arguments. One object contains the path, query and body parameters of
 * the operation. Throws if two parameters have the same name.
 */
export function argumentSchema(row: Operation): ArgumentSchema {
  const query = Object.entries((row.query?.shape ?? {}) as Shape)
  const parts: Shape[] = [
    idShape(row),
    Object.fromEntries(query.filter(([name]) => !row.mcp?.omit?.includes(name))),
    bodyShape(row),
    row.idempotent ? { idempotencyKey } : {},
  ]
  const names = parts.flatMap(part => Object.keys(part))
  if (new Set(names).size < names.length)
    throw new Error(`Two arguments of the tool for ${row.id} have the same name.`)
  const json = toJsonSchema(z.object(Object.assign({}, ...parts) as Shape)) as ArgumentSchema
  return { ...json, additionalProperties: false, properties: withDefaults(json.properties, row) }
}

/**
 * Returns the schemas of the arguments of a tool. If the tool and its operation have different defaults, the
 * schema contains the default of the tool.
 */
function withDefaults(properties: ArgumentSchema['properties'], { mcp }: Operation) {
  const changed = { ...properties }
  for (const [name, value] of Object.entries(mcp?.defaults ?? {}))
    changed[name] = { ...changed[name], default: value }
  for (const [name, description] of Object.entries(mcp?.ownDefaults ?? {})) {
    const { default: _, ...others } = changed[name] ?? {}
    changed[name] = { ...others, description }
  }
  return changed
}

/**
 * Returns a schema in the form that the MCP library expects. It accepts every value, because the tool and its
 * operation validate the input and throw the errors of the API. The JSON Schema is computed only once,
 * because computing it for each `tools/list` would take milliseconds.
 */
export const inputSchema = (json: ArgumentSchema): StandardSchemaWithJSON<Json> => ({
  '~standard': {
    vendor: 'exhibit',
    version: 1,
    validate: value => ({ value: value as Json }),
    jsonSchema: { input: () => json, output: () => json },
  },
})

/** Returns the schema of the argument with the id of the resource, or with several ids. */
function idShape(row: Operation): Shape {
  const schema = row.params?.shape.id as z.ZodType | undefined
  if (!schema) return {}
  const ids = row.mcp?.ids
  return ids ? { [ids.name]: z.array(schema).min(1).max(ids.max) } : { [idArgument(row)]: schema }
}

/** Returns the name of the argument that replaces `{id}` in the path. */
export const idArgument = ({ mcp }: Operation): string => mcp?.id ?? 'id'

/** Returns the schemas of the fields in the JSON body of an operation. */
export const bodyShape = ({ body }: Operation): Shape =>
  body instanceof z.ZodObject ? (body.shape as Shape) : {}

/**
 * Converts a schema to JSON Schema. Uses only the features that clients and models understand: no references,
 * and no `null` types.
 */
function toJsonSchema(schema: z.ZodType): Json {
  const whole = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
      // Some models do not understand the rule for the names of properties. The description of the argument
      // states it instead.
      delete jsonSchema.propertyNames
      // This is the default maximum in the schemas of all whole numbers. It is removed, because it limits
      // nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as Json
  const { $schema: _, $defs = {}, ...root } = whole
  return simplify(root, $defs as Json) as Json
}

function simplify(value: unknown, definitions: Json): unknown {
  if (Array.isArray(value)) return value.map(each => simplify(each, definitions))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, anyOf, ...rest } = value as Json
  if (typeof $ref === 'string')
    return simplify({ ...(definitions[$ref.replace('#/$defs/', '')] as Json), ...rest }, definitions)
  if (Array.isArray(anyOf)) {
    const [only, ...others] = (anyOf as Json[]).filter(each => each.type !== 'null')
    if (only && others.length === 0) return simplify({ ...only, ...rest }, definitions)
  }
  const types = Array.isArray(rest.type) ? rest.type.filter(each => each !== 'null') : []
  const single = types.length === 1 ? { type: types[0] as unknown } : {}
  return Object.fromEntries(
    Object.entries({ ...value, ...single }).map(([key, each]) => [key, simplify(each, definitions)]),
  )
}
