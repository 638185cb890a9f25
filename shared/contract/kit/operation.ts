import type { z } from 'zod'
import type { Resource } from '../../ids'
import { credentialsFor, type Action, type Credentials } from '../../permissions'
import type { ErrorCode } from './errors'

/** The sections of the API reference, in their order. */
export const tags = [
  'Service',
  'Bootstrap and claim',
  'Projects',
  'Reviews',
  'Evidence in one call',
  'Artifacts',
  'Feedback',
  'Sharing',
  'Capability addresses',
  'OAuth',
  'Dashboard',
] as const
export type Tag = (typeof tags)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A body that is not JSON: bytes or text of a media type. */
export interface RawBody {
  raw: string
  /** A second media type of a response, which a parameter selects. */
  orRaw?: string
  /**
   * Set if a request body is an image of a few MiB, such as an image in a comment. Such bodies have a shorter
   * time limit than evidence, and a caller may send only a few of them at the same time.
   */
  isPicture?: true
  description: string
  /**
   * Set if the body is a file. Responses with a file support conditional requests and byte ranges, so they
   * may also have the status 206, 304 or 416. `cacheControl` describes the header Cache-Control. `redirect`
   * describes when the response is a 302 instead. With `isPart`, the file shows only a part of a picture, and
   * the header X-Picture-Part contains the position of this part.
   */
  file?: { cacheControl: string; redirect?: string; isPart?: true }
}

/** The parts of a form that are named by the id of a resource, such as `thr_…`. */
interface PartsById {
  resource: Resource
  description: string
}

/**
 * A multipart/form-data body with files (RFC 7578). The schema of the body describes its text parts, each of
 * which may occur only once.
 */
export interface Multipart {
  /** The description of each file part, by the name of the part. A file part may occur several times. */
  files: Readonly<Record<string, string>>
  /** The file parts whose names are ids. */
  filesById?: PartsById
  /** The text parts whose names are ids. The parsed body contains them as a record in the field `field`. */
  textsById?: PartsById & { field: string }
}

/** The rate limit that a call counts against: see server/limits/rate-limit.ts. */
export type Rate =
  | 'write'
  | 'credential'
  | 'bootstrap'
  | 'sharePassword'
  | 'guestComment'
  | 'forgeEvent'
  | 'export'
  | 'none'

/**
 * The MCP tool that calls an operation. The arguments of the tool are the path, query and body parameters in
 * one object.
 */
export interface McpTool {
  name: string
  /** The description for a language model: when to call the tool, and how to use its result. */
  description: string
  /** The name of the argument that fills `{id}` in the path. */
  id?: string
  /**
   * The argument for several ids, which replaces the argument for `id`: the tool calls the operation for each
   * id. Calls with the argument of `id` still work.
   */
  ids?: { name: string; max: number }
  /** The parameters of the operation that are not arguments of the tool. */
  omit?: readonly string[]
  /**
   * Whether `tools/list` leaves the tool out. Clients that know the tool can still call it, because the names
   * of tools are part of the stable interface.
   */
  unlisted?: true
  /** The values that are used for arguments that a call omits. */
  defaults?: Readonly<Record<string, unknown>>
  /**
   * The descriptions of arguments whose default differs from the default of the operation's parameter. These
   * defaults depend on the call.
   */
  ownDefaults?: Readonly<Record<string, string>>
}

type ObjectSchema = z.ZodObject
type AnySchema = z.ZodType

/**
 * A row of the contract: the complete description of an operation. The handlers of the server,
 * `/openapi.json`, `GET /v1`, the API reference and the typed calls of the dashboard are generated from it.
 */
export interface Operation<
  P extends ObjectSchema | undefined = ObjectSchema | undefined,
  Q extends ObjectSchema | undefined = ObjectSchema | undefined,
  B extends AnySchema | undefined = AnySchema | undefined,
  R extends Record<number, AnySchema | RawBody | null> = Record<number, AnySchema | RawBody | null>,
> {
  /** The operationId in `/openapi.json`. It never changes. */
  id: string
  method: Method
  /** The path of the operation, with `{name}` for each path parameter. */
  path: string
  tag: Tag
  summary: string
  description?: string
  /** The action that the caller must be allowed to do: see shared/permissions.ts. */
  action: Action
  /** The kinds of credential that the action accepts. */
  auth: Credentials
  /** Whether the operation also accepts the session token of the device login as a bearer token. */
  sessionBearer: boolean
  rate: Rate
  /** Whether the operation supports the Idempotency-Key header. */
  idempotent: boolean
  params: P
  query: Q
  body: B
  /**
   * Whether the query parameter `ticket` may replace the credential and the texts of the form: see
   * server/domain/evidence/address-evidence.ts.
   */
  takesTicket: boolean
  /** Whether the body may be omitted. */
  bodyOptional: boolean
  /** Whether the body is a form (application/x-www-form-urlencoded) instead of JSON. */
  form: boolean
  /** The limits of a JSON body that may be larger than other bodies: its bytes, and its number of values. */
  jsonLimits?: { bytes: number; values: number }
  /** Set if the body is multipart/form-data, with files in addition to the fields that `body` describes. */
  multipart?: Multipart
  /** A request body that is streamed instead of parsed. */
  rawRequest?: RawBody
  /**
   * The possible success statuses with the schemas of their bodies. The usual status comes first. null means
   * a response without a body.
   */
  responses: R
  /**
   * Set if the result is also available as text. A request gets the text if its Accept header asks for it.
   */
  textResponse?: RawBody
  /** An example of a request body. */
  example?: unknown
  /**
   * The error codes that do not follow from the other fields of the row (see `errorCodesOf`). Most of them
   * are for limits of a plan, or for states in which the operation is not possible.
   */
  errors: readonly ErrorCode[]
  /** Whether the body of an error is `{ error, message, hint }` without an envelope. */
  flatErrors: boolean
  /** Whether errors have the fields of OAuth (RFC 6749, 5.2) in addition to the fields of the envelope. */
  oauthErrors: boolean
  /** Whether only the dashboard uses the operation. Internal operations are not in the public reference. */
  internal: boolean
  /**
   * Whether the operation is a long poll. Its function gets an abort signal, which is triggered when the
   * client disconnects or the server stops.
   */
  waits: boolean
  /**
   * Whether the response has an ETag. A client that sends the ETag back gets a 304 as long as nothing has
   * changed (RFC 9110, 13.1.2).
   */
  hasEtag: boolean
  /**
   * Whether the result contains warnings about ignored parameters in the field `warnings`. The response
   * headers also contain them, but few callers read these headers.
   */
  warnsOfIgnored: boolean
  /** Whether the response may set a cookie. */
  setsCookie?: boolean
  /** For an operation that only people may call: the operation that agents should call instead. */
  agentsCall?: string
  /** Set if the operation is a tool of the MCP server. */
  mcp?: McpTool
}

/**
 * A row as it is written in the file of a resource. The id is the key of the row. Most fields may be omitted,
 * because they have defaults.
 */
type Draft = Pick<Operation, 'method' | 'path' | 'tag' | 'summary' | 'action' | 'responses'> &
  Partial<Omit<Operation, 'id' | 'auth'>>

type Given<T, K extends keyof Draft> = T extends Record<K, infer V> ? V : undefined

/**
 * A row to which all defaults were added. The types of its schemas are preserved, so that {@link InputOf} and
 * {@link OutputOf} can be derived from them.
 */
type Row<T extends Draft, Id extends string> = Omit<
  Operation,
  | 'id'
  | 'method'
  | 'path'
  | 'action'
  | 'params'
  | 'query'
  | 'body'
  | 'multipart'
  | 'rawRequest'
  | 'responses'
  | 'waits'
> & {
  id: Id
  method: T['method']
  path: T['path']
  action: T['action']
  params: Given<T, 'params'>
  query: Given<T, 'query'>
  body: Given<T, 'body'>
  multipart: Given<T, 'multipart'>
  rawRequest: Given<T, 'rawRequest'>
  waits: Given<T, 'waits'> extends true ? true : false
  responses: T['responses']
}

/**
 * Adds the defaults to the rows of a resource. The key of a row is the id of its operation. By default, reads
 * are not rate limited, all other methods count as writes, and no operation is idempotent.
 */
export function operations<const T extends Record<string, Draft>>(
  drafts: T,
): { [Id in keyof T & string]: Row<T[Id], Id> } {
  const rows = Object.entries(drafts).map(([id, draft]) => [
    id,
    {
      rate: draft.method === 'GET' ? 'none' : 'write',
      idempotent: false,
      takesTicket: false,
      bodyOptional: false,
      errors: [],
      form: false,
      flatErrors: false,
      oauthErrors: false,
      internal: false,
      hasEtag: false,
      warnsOfIgnored: false,
      waits: false,
      sessionBearer: false,
      params: undefined,
      query: undefined,
      body: undefined,
      ...draft,
      id,
      auth: credentialsFor(draft.action),
    },
  ])
  return Object.fromEntries(rows) as never
}

type Out<S> = S extends z.ZodType ? z.output<S> : unknown
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** The input of an operation: its path, query and body parameters in one object, after parsing. */
export type InputOf<T extends Operation> = Out<T['params']> & Out<T['query']> & Out<T['body']>

/** A request as a caller sends it. A body that the server does not parse is sent as bytes. */
export interface RequestOf<T extends Operation> {
  params: In<T['params']>
  query: In<T['query']>
  body: T['rawRequest'] extends RawBody ? Blob : In<T['body']>
}

/** The result of an operation: the JSON body of any success status. */
export type OutputOf<T extends Operation> = {
  [S in keyof T['responses']]: T['responses'][S] extends z.ZodType
    ? z.output<T['responses'][S]>
    : T['responses'][S] extends null
      ? undefined
      : never
}[keyof T['responses']]

/** Returns whether a body is bytes or text instead of JSON. */
export function isRaw(body: unknown): body is RawBody {
  return typeof body === 'object' && body !== null && 'raw' in body
}

/**
 * The server-sent events about a review. `changed` contains the `version` of the review, which is also the id
 * of the event. `viewers` is sent only to members. `gone` is the last event, sent when the review can no
 * longer be read.
 */
export const changeEvents = {
  raw: 'text/event-stream',
  description:
    '`event: changed` with `{"version": n}` whenever anything in the review has changed, one event for ' +
    'changes that follow one another closely; for members, `event: viewers` with ' +
    '`{"viewers": [{ "userId", "name" }]}`, the other people who have the review open, whenever they ' +
    'change; `event: gone` when it can no longer be read. `event: alive` every 20 ' +
    'seconds keeps the connection open. `Last-Event-ID` resumes.',
} as const satisfies RawBody

/** A file of records: as a table, or one record as JSON in each line. */
export const exportedRecords = {
  raw: 'text/csv',
  orRaw: 'application/x-ndjson',
  description: 'One row (RFC 4180), or one line of JSON, for each record.',
} as const satisfies RawBody
