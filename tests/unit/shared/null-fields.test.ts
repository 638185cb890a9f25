import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'

/** The optional fields of JSON bodies. Fields of forms are left out, because they are always texts. */
const fields = (Object.values(contract) as Operation[]).flatMap(({ id, body, form, multipart }) => {
  if (!(body instanceof z.ZodObject) || form || multipart) return []
  return Object.entries(body.shape)
    .filter(([, schema]) => schema.safeParse(undefined).success && !(schema instanceof z.ZodDefault))
    .map(([name, schema]) => ({ operation: id, name, schema }))
})

describe('an optional field of a body', () => {
  it('more than 40 fields of request bodies are optional', () => {
    expect(fields.length).toBeGreaterThan(40)
  })

  it.each(fields)('an optional field of a body accepts null: $name of $operation', ({ schema }) => {
    expect(schema.safeParse(null).success).toBe(true)
  })
})
