import { z } from 'zod'

type Copy = (value: unknown) => unknown

/**
 * Returns a function that copies only the fields that a schema defines, also in nested objects and arrays.
 * The function does not validate. Values of other schemas, such as unions, are copied unchanged. The schema
 * is analyzed only once, because checking the type of a schema is slow.
 */
export function fieldPicker<S extends z.ZodType>(schema: S): (value: z.output<S>) => z.output<S> {
  const copy = copierOf(schema)
  return value => copy(value) as z.output<S>
}

function copierOf(schema: unknown): Copy {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return copierOf(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const copy = copierOf(schema.element)
    return value => (Array.isArray(value) ? value.map(copy) : value)
  }
  if (!(schema instanceof z.ZodObject)) return value => value
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, copierOf(field)] as const)
  return value => {
    if (typeof value !== 'object' || value === null) return value
    const source = value as Record<string, unknown>
    const picked: Record<string, unknown> = {}
    for (const [name, copy] of fields) if (name in source) picked[name] = copy(source[name])
    return picked
  }
}
