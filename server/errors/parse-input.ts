import type { z } from 'zod'
import { httpHints } from '#shared/contract/kit/errors'
import { AppError, ruleOf } from '#shared/errors'

/** Parses path parameters. Throws `not_found` if an id is malformed, because no resource has such an id. */
export function parseParams(schema: z.ZodType | undefined, params: unknown): object {
  if (!schema) return {}
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new AppError('not_found')
  return parsed.data as object
}

/**
 * Parses a query or a body. Throws `invalid_request`, which names the first invalid field by its dotted path.
 */
export function parseFields(schema: z.ZodType | undefined, value: unknown): object {
  if (!schema) return {}
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    assertStorable(parsed.data)
    return parsed.data as object
  }
  const [field = '', ...others] = new Set(parsed.error.issues.map(issue => issue.path.join('.')))
  const rule = ruleOf(parsed.error.issues[0]?.message ?? '')
  throw new AppError('invalid_request', {
    field: field || undefined,
    message: `${field === '' ? 'The request' : `"${field}"`} ${rule}.`,
    hint: hintFor(others),
  })
}

/**
 * Throws if a text cannot be stored by PostgreSQL. On SQLite it throws too, because a backup of either
 * database must be restorable to the other one.
 */
function assertStorable(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).forEach(([key, each]) => assertStorable(each, [...path, key]))
  if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'))) return
  const field = path.join('.')
  throw new AppError('invalid_request', {
    field: field || undefined,
    message: `"${field}" contains the character U+0000, or half of a surrogate pair.`,
    hint: 'Remove it: it is not text and cannot be stored.',
  })
}

function hintFor(others: string[]): string {
  if (others.length === 0) return `Fix this field and ${httpHints.again}. ${httpHints.fields}`
  const listed = others.slice(0, 5).join(', ')
  const are = others.length === 1 ? 'is' : 'are'
  return `Fix this field; ${others.length} more ${are} not valid either: ${listed}. ` + httpHints.fields
}
