import type { z } from 'zod'
import { AppError, ruleOf } from '#shared/errors'

/** Parses path parameters: a malformed id is a missing resource. */
export function parseParams(schema: z.ZodType | undefined, params: Record<string, string>): object {
  if (!schema) return {}
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new AppError('not_found')
  return parsed.data as object
}

/** Parses a query or body. Throws `invalid_request` that names the first offending field as a dotted path. */
export function parseFields(schema: z.ZodType | undefined, value: unknown): object {
  if (!schema) return {}
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data as object
  const [field = '', ...others] = new Set(parsed.error.issues.map(issue => issue.path.join('.')))
  const rule = ruleOf(parsed.error.issues[0]?.message ?? '')
  throw new AppError('invalid_request', {
    field: field || undefined,
    message: `${field === '' ? 'The request' : `"${field}"`} ${rule}.`,
    hint:
      others.length > 0
        ? `Mend this field; ${others.length} more ${others.length === 1 ? 'is' : 'are'} not valid either: ${others.slice(0, 5).join(', ')}. The fields are described in /openapi.json.`
        : 'Mend this field and send the request again. The fields are described in /openapi.json.',
  })
}
