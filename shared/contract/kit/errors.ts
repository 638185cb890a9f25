import { z } from 'zod'

/** Every code a caller may branch on, with its HTTP status. The only table of its kind. */
export const errorStatus = {
  bad_request: 400,
  not_in_group: 400,
  unauthorized: 401,
  evidence_limit_reached: 402,
  review_limit_reached: 402,
  project_limit_reached: 402,
  agent_key_limit_reached: 402,
  member_limit_reached: 402,
  workspace_limit_reached: 402,
  reviewer_limit_reached: 402,
  file_size_limit_reached: 402,
  video_length_limit_reached: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_key_reuse: 409,
  idempotency_in_progress: 409,
  already_used: 409,
  upload_missing: 409,
  round_closed: 409,
  expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid_request: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The recovery guidance of a code, where the thrower knows nothing better. Written for a model to act on. */
export const defaultHints: Partial<Record<ErrorCode, string>> = {
  unauthorized:
    'Send "Authorization: Bearer <agent token>", or sign in. Tokens are made in the dashboard under Settings, Agent tokens.',
  forbidden: 'Use a credential that has the missing permission; retrying with this one cannot succeed.',
  not_found:
    'Check the id. What belongs to another workspace or lies outside a project token answers the same way.',
  method_not_allowed: 'Use a method of the Allow header; GET /v1 lists every endpoint.',
  unsupported_media_type: 'Send the body as JSON with "Content-Type: application/json".',
  request_timeout: 'Send the request again, on a connection that is fast enough.',
  headers_too_large: 'Send at most 16 KiB of headers; in a browser, clear the cookies of this site.',
  rate_limited: 'Wait for the seconds in the Retry-After header, then try again.',
  internal_error:
    'Nothing was changed by this call. Try again; if it persists, give the request id to whoever runs this server.',
  insufficient_storage:
    'The server has no room left. Nothing was stored; tell whoever runs it, then try again.',
  idempotency_key_reuse: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  idempotency_in_progress:
    'The first call with this Idempotency-Key is still running. Wait a moment, then repeat it unchanged.',
}

/** The envelope of every JSON error under `/v1` and `/api`. */
export const ErrorEnvelope = z
  .strictObject({
    statusCode: z.int(),
    statusMessage: z.string(),
    data: z.strictObject({
      error: z.string().meta({ description: 'The code to branch on.' }),
      message: z.string(),
      hint: z.string().nullable().meta({ description: 'What to do next.' }),
      field: z
        .string()
        .nullable()
        .meta({ description: 'The offending field as a dotted path, when one applies.' }),
      requestId: z
        .string()
        .optional()
        .meta({ description: 'On unexpected failures: the id the server log carries too.' }),
      used: z.int().optional().meta({ description: 'On 402: how much is used.' }),
      limit: z.int().optional().meta({ description: 'On 402: the ceiling.' }),
      plan: z.string().optional().meta({ description: 'On 402: the plan of the workspace.' }),
    }),
  })
  .meta({ id: 'Error' })
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/** The flat error of the streaming upload route. */
export const UploadError = z
  .strictObject({
    error: z.string(),
    message: z.string(),
    hint: z.string().nullable(),
  })
  .meta({ id: 'UploadError' })
