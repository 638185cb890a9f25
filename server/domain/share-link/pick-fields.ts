import { z } from 'zod'

/**
 * Copies the fields that a schema names, of nested objects and arrays too, and nothing else. Does not validate. Values
 * of other schemas, unions included, are copied as they are.
 */
export function pickFields<S extends z.ZodType>(schema: S, value: z.output<S>): z.output<S> {
  return copy(schema, value) as z.output<S>
}

function copy(schema: unknown, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return copy(schema.unwrap(), value)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map(each => copy(schema.element, each))
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object') return value
  const fields = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([name]) => name in fields)
      .map(([name, field]) => [name, copy(field, fields[name])]),
  )
}
