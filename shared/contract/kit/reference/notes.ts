import type { Json } from '../openapi/schema'

/** Returns the note about a field: its limits, then its description. */
export function noteOf(field: Json): string {
  const limits = limitsOf(field).join(', ')
  const description = typeof field.description === 'string' ? field.description : ''
  return [limits && description ? `${limits}.` : limits, description].filter(Boolean).join(' ')
}

function limitsOf(field: Json): string[] {
  if (tupleOf(field)) return []
  const [variant, ...others] = ((field.anyOf ?? field.oneOf ?? []) as Json[]).filter(each => !isNull(each))
  const own = [
    formatOf(field),
    rangeOf(field.minLength, field.maxLength, ' characters'),
    field.type === 'integer' && 'integer',
    boundsOf(field),
    rangeOf(field.minItems, field.maxItems, ' items'),
    field.default !== undefined && `default ${JSON.stringify(field.default)}`,
  ].filter(each => typeof each === 'string' && each !== '') as string[]
  if (variant && others.length === 0) return [...limitsOf(variant), ...own]
  const item = field.type === 'array' ? limitsOf(field.items as Json) : []
  return [...item.map(each => `each ${each}`), ...own]
}

const isNull = (schema: Json) => Array.isArray(schema.enum) && schema.enum.every(each => each === null)

function formatOf({ format, pattern }: Json): string | false {
  if (format === 'date-time') return 'ISO 8601'
  if (format === 'uri') return 'URL'
  if (typeof format === 'string') return format
  if (typeof pattern !== 'string') return false
  const prefix = /^\^([a-z]+_)\[/.exec(pattern)?.[1]
  return prefix ? `${prefix}…` : `matches ${pattern}`
}

/**
 * Returns the bounds of a number as text, without the bounds of safe integers, because they apply to every
 * integer.
 */
function boundsOf({ minimum, maximum, exclusiveMinimum }: Json): string | false {
  const isLimit = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (exclusiveMinimum === true)
    return `greater than ${String(minimum)}${isLimit(maximum) ? `, at most ${String(maximum)}` : ''}`
  return rangeOf(isLimit(minimum) ? minimum : undefined, isLimit(maximum) ? maximum : undefined, '')
}

function rangeOf(least: unknown, most: unknown, unit: string): string | false {
  if (least === undefined && most === undefined) return false
  const unitOf = (count: unknown) => (count === 1 ? unit.replace(/s$/, '') : unit)
  if (most === undefined) return `at least ${String(least)}${unitOf(least)}`
  if (least === undefined) return `at most ${String(most)}${unitOf(most)}`
  return `${String(least)} to ${String(most)}${unit}`
}

/**
 * If a schema describes a tuple, returns the schemas of its elements. OpenAPI 3.0 can express a tuple only as
 * an array of fixed length. Returns undefined for any other schema.
 */
export function tupleOf({ items, minItems, maxItems }: Json): Json[] | undefined {
  const { anyOf } = (items ?? {}) as Json
  const isTuple = Array.isArray(anyOf) && minItems === anyOf.length && maxItems === anyOf.length
  return isTuple ? (anyOf as Json[]) : undefined
}
