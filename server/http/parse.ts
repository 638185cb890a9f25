import type { z } from 'zod'
import { AppError, invalid } from '#shared/errors'

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
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  const others = parsed.error.issues.length - 1
  throw invalid(field, `${field === '' ? 'The request' : `"${field}"`} ${sentence(issue?.message ?? 'is not valid')}`, others > 0 ? `Mend this field; ${others} more ${others === 1 ? 'is' : 'are'} not valid either: ${parsed.error.issues.slice(1, 6).map(other => other.path.join('.')).join(', ')}. The fields are described in /openapi.json.` : 'Mend this field and send the request again. The fields are described in /openapi.json.')
}

/** Zod says "Invalid input: expected string, received undefined"; a sentence about the field says more. */
function sentence(message: string): string {
  if (message.endsWith('received undefined')) return 'is required.'
  const plain = message.replace(/^(Invalid input|Invalid option|Too small|Too big|Unrecognized key): ?/, '')
  const text = plain.startsWith('expected ') ? `must be: ${plain}` : plain
  return text.endsWith('.') ? text : `${text}.`
}
