import {
  defaultHints,
  errorStatus,
  type ErrorCode,
  type RefusedFile,
  type UnreadyReason,
} from './contract/kit/errors'

export interface AppErrorDetail {
  /** One sentence that describes the problem. */
  message?: string
  /** The next step of the client. By default, this is the default hint of the error code. */
  hint?: string
  /** The path of the invalid field, separated by dots. */
  field?: string
  /** The quota that was reached. Only errors with the status 402 have it. */
  quota?: { used: number; limit: number; plan: string }
  /**
   * The number of seconds after which a retry may succeed. Only errors with the status 429 or 503 have it.
   */
  retryAfter?: number
  /** The HTTP methods that are allowed. Only errors with the status 405 have them. */
  allow?: string[]
  /** The reasons why the server is not ready. Only the 503 response of `/api/ready` has them. */
  reasons?: UnreadyReason[]
  /**
   * The refused files of a form. Only an error that means that every file of the form was refused has this
   * field.
   */
  refused?: RefusedFile[]
  /** The error code in OAuth form (RFC 6749, 5.2). Only errors of the OAuth endpoints have it. */
  oauthError?: string
  cause?: unknown
}

/**
 * The error that the functions of operations throw. These functions use error codes and know no HTTP
 * statuses. The HTTP layer converts the error to a status and to the JSON body of the response.
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

/**
 * Returns the error for an invalid field (422). The message states the rule for the field, and the hint
 * states how to meet the rule.
 */
export function invalid(field: string, message: string, hint?: string): AppError {
  return new AppError('invalid_request', { field, message, hint })
}

/**
 * Converts an error message of a schema to a phrase that can follow the name of the field. For example,
 * "Invalid input: expected string, received null" becomes "must be a string, not null".
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
