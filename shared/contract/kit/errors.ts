import { z } from 'zod'

/** The HTTP status of each error code. */
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
  storage_limit_reached: 402,
  forbidden: 403,
  suspended: 403,
  password_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_key_reuse: 409,
  idempotency_in_progress: 409,
  already_used: 409,
  upload_missing: 409,
  round_closed: 409,
  unchanged: 409,
  expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid_request: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The meaning of each error code. */
export const errorMeanings: Record<ErrorCode, string> = {
  bad_request: 'The body is not a JSON object, or the request is malformed.',
  not_in_group: 'The artifact is not in a variation group.',
  unauthorized: 'The credential is missing, invalid, revoked or expired.',
  evidence_limit_reached: 'The evidence units of this month are used up.',
  review_limit_reached: 'The reviews of this month are used up.',
  project_limit_reached: 'The workspace has as many projects as its plan or this server allows.',
  agent_key_limit_reached: 'The workspace has as many agent tokens as its plan or this server allows.',
  member_limit_reached: 'The workspace has as many members as its plan allows.',
  workspace_limit_reached: 'The person owns as many workspaces as the plan or this server allows.',
  reviewer_limit_reached: 'The workspace has as many reviewers as its plan allows.',
  file_size_limit_reached: 'The file is larger than the plan allows.',
  video_length_limit_reached: 'The video is longer than the plan allows.',
  storage_limit_reached: 'The workspace would store more bytes than an administrator allows.',
  forbidden: 'The credential lacks the permission, or is of the wrong kind.',
  suspended:
    'The workspace, the person, or the creator of the token is suspended by the operator, or was deleted.',
  password_required: 'The share link has a password, which this browser has not entered.',
  not_found: 'It does not exist, or the credential has no access to it.',
  method_not_allowed: 'The address has other methods; `Allow` lists them.',
  request_timeout:
    'The headers of the request took longer than a minute, or its client left before the response.',
  conflict: 'The state of the resource does not allow the operation.',
  idempotency_key_reuse: 'The `Idempotency-Key` was used with another body.',
  idempotency_in_progress: 'The first request with this `Idempotency-Key` is still running.',
  already_used: 'The one-time address was used.',
  upload_missing: 'The bytes of the revision have not arrived.',
  round_closed: 'The `roundKey` belongs to an earlier round.',
  unchanged:
    'Nothing has changed: the files that answer a comment show what it is about, or with `changedOnly` all ' +
    'files are the same as accepted.',
  expired: 'The one-time address has expired.',
  too_large: 'The body is larger than allowed, or than declared.',
  unsupported_media_type: 'The operation does not accept the media type of the body.',
  range_not_satisfiable: 'The range begins after the last byte of the file.',
  invalid_request: 'A field is missing or invalid; `field` names it.',
  rate_limited: 'Too many requests; `Retry-After` has the seconds to wait.',
  headers_too_large: 'The headers of the request are larger than 16 KiB.',
  internal_error: 'The server failed unexpectedly; `requestId` is in its log.',
  unavailable: 'The database or the blob store does not respond; `Retry-After` has the seconds to wait.',
  insufficient_storage: 'The server has no space left.',
}

/**
 * The parts of hints that are about HTTP. The MCP server replaces them (see `server/mcp/hints.ts`), because a
 * model sees no headers and opens no URLs.
 */
export const httpHints = {
  again: 'send the request again',
  fields: 'The fields are described in /openapi.json.',
  retryAfter: 'for the seconds in the Retry-After header',
} as const

/**
 * The default hint for each error code, which is used if an error has no more specific hint. It states the
 * next step of the client, which is often a language model.
 */
export const defaultHints: Partial<Record<ErrorCode, string>> = {
  unauthorized:
    'Send "Authorization: Bearer <agent token>", or sign in. An agent without a token begins a device ' +
    'login, which its person approves: GET /skill/references/http.md has the commands.',
  forbidden: 'Use a credential that has the missing permission; retrying with this one cannot succeed.',
  suspended: 'Ask the operator of this server. Until they lift the suspension, retrying cannot succeed.',
  password_required: 'Open the share link in a browser, or ask the person who shared it for the password.',
  not_found:
    'Check the id. A resource of another workspace, or outside the project of a token, gives the same error.',
  method_not_allowed: 'Use a method of the Allow header; GET /v1 lists every endpoint.',
  unsupported_media_type: 'Send the body as JSON with "Content-Type: application/json".',
  request_timeout: 'Send the request again on a faster connection.',
  headers_too_large: 'Send at most 16 KiB of headers; in a browser, clear the cookies of this site.',
  rate_limited: `Wait ${httpHints.retryAfter}, then try again.`,
  internal_error:
    'This call changed nothing. Try again; if it persists, ' +
    'give the request id to the operator of this server.',
  unavailable: `Wait ${httpHints.retryAfter}, then try again.`,
  insufficient_storage:
    'The server has no space left and stored nothing. Inform its operator, then try again.',
  idempotency_key_reuse: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  idempotency_in_progress:
    'The first call with this Idempotency-Key is still running. Wait a moment, then repeat it unchanged.',
}

/**
 * The reasons why a server is not ready for requests. `starting` means that the server applies migrations.
 * `draining` means that the server is being stopped.
 */
const unreadyReasons = ['starting', 'database', 'draining'] as const
export type UnreadyReason = (typeof unreadyReasons)[number]

/** A file of a form that was refused. The server may have published other files of the same form. */
export const RefusedFile = z
  .strictObject({
    index: z.int().min(0).meta({ description: 'Its index among the files of the call, from 0.' }),
    part: z.string(),
    file: z.string(),
    error: z.string().meta({ description: 'The code of the error.' }),
    message: z.string(),
    hint: z.string().nullable(),
    used: z
      .int()
      .optional()
      .meta({ description: 'The usage, if a quota was reached; `limit` and `plan` belong to it.' }),
    limit: z.int().optional(),
    plan: z.string().optional(),
  })
  .meta({ id: 'RefusedFile' })
export type RefusedFile = z.infer<typeof RefusedFile>

/** The JSON body of every error under `/v1` and `/api`. The details are in `data`. */
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
        .meta({ description: 'The id of the request, as in `X-Request-Id` and in the server log.' }),
      used: z.int().optional().meta({ description: 'On 402: the usage.' }),
      limit: z.int().optional().meta({ description: 'On 402: the limit of the plan or of the storage.' }),
      plan: z.string().optional().meta({ description: 'On 402: the plan of the workspace.' }),
      reasons: z
        .array(z.enum(unreadyReasons))
        .optional()
        .meta({ description: 'On 503 of `/api/ready`: why the server is not ready.' }),
      refused: z
        .array(RefusedFile)
        .optional()
        .meta({ description: 'All files of a form with `partial`, if all were refused.' }),
    }),
  })
  .meta({ id: 'Error' })
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/**
 * Returns the HTTP status of an error code at the OAuth endpoints. There, an invalid request has the status
 * 400 (RFC 6749, 5.2).
 */
export const oauthStatus = (code: ErrorCode) => (code === 'invalid_request' ? 400 : errorStatus[code])

/** An error of an OAuth endpoint. */
export const OAuthError = ErrorEnvelope.extend({
  error: z.string().meta({ description: 'The code of RFC 6749, such as `invalid_grant`.' }),
  error_description: z.string(),
}).meta({ id: 'OAuthError' })

/** The error of the streaming upload route. It has no envelope. */
export const UploadError = z
  .strictObject({
    error: z.string(),
    message: z.string(),
    hint: z.string().nullable(),
  })
  .meta({ id: 'UploadError' })
