import {
  defaultHints,
  errorStatus,
  type ErrorCode,
  type RefusedFile,
  type UnreadyReason,
} from './contract/kit/errors'

export interface AppErrorDetail {
  /** One sentence that states what is wrong. */
  message?: string
  /** The next step for the client; the default hint of the code if omitted. */
  hint?: string
  /** The invalid field as a dotted path. */
  field?: string
  /** The quota that was reached, on 402 only. */
  quota?: { used: number; limit: number; plan: string }
  /** Seconds until a retry may succeed, on 429 and 503 only. */
  retryAfter?: number
  /** The methods that are allowed, on 405 only. */
  allow?: string[]
  /** The reasons why the server is not ready, on 503 of `/api/ready` only. */
  reasons?: UnreadyReason[]
  /** The files of a form if all were refused. */
  refused?: RefusedFile[]
  /** The code of the error in the spelling of OAuth (RFC 6749, 5.2), for the OAuth endpoints. */
  oauthError?: string
  cause?: unknown
}

/**
 * The error that verbs throw. The HTTP layer converts it to the envelope; the domain uses codes, not
 * statuses.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly hint: string | null
  readonly field: string | null
  readonly quota: AppErrorDetail['quota']
  readonly retryAfter: number | undefined
  readonly allow: string[] | undefined
  readonly reasons: UnreadyReason[] | undefined
  readonly refused: RefusedFile[] | undefined
  readonly oauthError: string | undefined

  constructor(code: ErrorCode, detail: AppErrorDetail = {}) {
    super(detail.message ?? defaultMessage(code), { cause: detail.cause })
    this.name = 'AppError'
    this.code = code
    this.hint = detail.hint ?? defaultHints[code] ?? null
    this.field = detail.field ?? null
    this.quota = detail.quota
    this.retryAfter = detail.retryAfter
    this.allow = detail.allow
    this.reasons = detail.reasons
    this.refused = detail.refused
    this.oauthError = detail.oauthError
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

function defaultMessage(code: ErrorCode): string {
  const known: Partial<Record<ErrorCode, string>> = {
    unauthorized: 'Authentication is required.',
    forbidden: 'This credential lacks the permission.',
    suspended: 'This workspace is suspended.',
    not_found: 'Resource not found.',
    internal_error: 'The server failed unexpectedly.',
  }
  return known[code] ?? code.replaceAll('_', ' ')
}

/** Returns the error for an invalid field (422). The message states the rule, the hint the remedy. */
export function invalid(field: string, message: string, hint?: string): AppError {
  return new AppError('invalid_request', { field, message, hint })
}

/**
 * Returns the message of a schema as the end of a sentence that begins with the field: "must be a string, not
 * null" for "Invalid input: expected string, received null".
 */
export function ruleOf(message: string): string {
  const [, expected = message] =
    /^(?:Invalid input|Invalid option|Too small|Too big): expected (.*)$/.exec(message) ?? []
  if (expected === message) return message || 'is not valid'
  const [, type = '', received] = /^(\w+), received (\w+)$/.exec(expected) ?? []
  if (received === 'undefined') return 'is required'
  if (type === 'int' && received === 'number') return 'must be a whole number'
  if (received) return `must be ${nouns[type] ?? `a ${type}`}, not ${received}`
  const [, verb, sign = '', bound] = /^\w+ to (be|have) ([<>]=?)(.*)$/.exec(expected) ?? []
  if (bound) return `must ${verb} ${bounds[sign] ?? sign} ${bound}`
  return `must be ${expected.replaceAll('"|"', '", "')}`
}

const nouns: Record<string, string> = { int: 'a whole number', array: 'an array', object: 'an object' }
const bounds: Record<string, string> = {
  '>=': 'at least',
  '>': 'greater than',
  '<=': 'at most',
  '<': 'less than',
}
