import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'

/** The fields of JSON bodies that may be left out. Fields of forms are texts. */
const fields = (Object.values(contract) as Operation[]).flatMap(({ id, body, form, multipart }) => {
  if (!(body instanceof z.ZodObject) || form || multipart) return []
  return Object.entries(body.shape)
    .filter(([, schema]) => schema.safeParse(undefined).success && !(schema instanceof z.ZodDefault))
    .map(([name, schema]) => ({ operation: id, name, schema }))
})

describe('a field of a body that may be left out', () => {
  it('exists in many operations', () => {
    expect(fields.length).toBeGreaterThan(40)
  })

  it.each(fields)('takes null: $name of $operation', ({ schema }) => {
    expect(schema.safeParse(null).success).toBe(true)
  })
})
