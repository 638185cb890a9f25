import { expect, it } from 'vitest'
import { z } from 'zod'
import { ruleOf } from '#shared/errors'

it.each([
  [z.string(), undefined, 'is required'],
  [z.string(), null, 'must be a string, not null'],
  [z.int(), 'x', 'must be a number, not string'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.array(z.string()), {}, 'must be an array, not object'],
  [z.enum(['one', 'two']), 'three', 'must be one of "one", "two"'],
  [z.number().max(2), 3, 'must be at most 2'],
  [z.number().gt(2), 2, 'must be greater than 2'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 items'],
  [z.array(z.string()).min(2), ['a'], 'must have at least 2 items'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.string().max(2, 'must be short'), 'abc', 'must be short'],
] as const)('ruleOf returns the end of a sentence about a field: %#', (schema: z.ZodType, value, rule) => {
  expect(ruleOf(schema.safeParse(value).error?.issues[0]?.message ?? '')).toBe(rule)
})
