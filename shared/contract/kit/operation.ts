import type { z } from 'zod'
import type { Resource } from '../../ids'
import { credentialsFor, type Action, type Credentials } from '../../permissions'
import type { ErrorCode } from './errors'

/** The sections of the reference, in order. */
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
  description: string
  /**
   * Set if the body is a file, sent with validators and in ranges: 206, 304 and 416 are possible too.
   * `cacheControl` describes the header of that name; `redirect` states when the response is 302; `isPart`:
   * the file shows a part of a picture, named by X-Picture-Part.
   */
  file?: { cacheControl: string; redirect?: string; isPart?: true }
}

/** Parts of a form that are named by the id of a resource, such as `thr_…`. */
interface PartsById {
  resource: Resource
  description: string
}

/**
 * A multipart/form-data body (RFC 7578) with its files. The schema of the body describes the text parts, each
 * of which is sent once.
 */
export interface Multipart {
  /** The descriptions of the file parts, by name. Such a part may be repeated. */
  files: Readonly<Record<string, string>>
  /** File parts with ids as names. */
  filesById?: PartsById
  /** Text parts with ids as names. They form the field `field` of the body, a record. */
  textsById?: PartsById & { field: string }
}

/** The rate limit that a call counts against: see server/limits/rate-limit.ts. */
export type Rate = 'write' | 'credential' | 'bootstrap' | 'sharePassword' | 'guestComment' | 'export' | 'none'

/** The MCP tool that calls an operation. Its arguments are path, query and body parameters in one object. */
export interface McpTool {
  name: string
  /** For a language model: when to call the tool, and how to use the result. */
  description: string
  /** The name of the argument that fills `{id}` in the path. */
  id?: string
  /** Arguments for calls that omit them. */
  defaults?: Readonly<Record<string, unknown>>
  /** Descriptions of arguments whose default differs from the operation's and depends on the call. */
  ownDefaults?: Readonly<Record<string, string>>
}

type ObjectSchema = z.ZodObject
type AnySchema = z.ZodType

/**
 * One row of the contract: the complete description of an endpoint. The server's handlers, `/openapi.json`,
 * `GET /v1`, the reference pages and the dashboard's typed calls are generated from it.
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
  /** The path, with `{name}` for each path parameter. */
  path: string
  tag: Tag
  summary: string
  description?: string
  /** The action that the caller must be allowed to do: see shared/permissions.ts. */
  action: Action
  /** The kinds of credential that the action accepts. */
  auth: Credentials
  /** Whether the session token of the device flow is also accepted as a bearer credential. */
  sessionBearer: boolean
  rate: Rate
  /** Whether the Idempotency-Key header is supported. */
  idempotent: boolean
  params: P
  query: Q
  body: B
  /** Whether the body may be omitted. */
  bodyOptional: boolean
  /** Whether the body is a form (application/x-www-form-urlencoded) instead of JSON. */
  form: boolean
  /** Set if the body is multipart/form-data, with files in addition to the fields that `body` describes. */
  multipart?: Multipart
  /** A request body that is streamed instead of parsed. */
  rawRequest?: RawBody
  /** The success statuses with their bodies, the usual one first. null means no body. */
  responses: R
  /** The same result as text, if the request asks for it. */
  textResponse?: RawBody
  /** An example of a body. */
  example?: unknown
  /**
   * The error codes in addition to those that follow from the row itself (`errorCodesOf`): mostly limits of a
   * plan and states that forbid the operation.
   */
  errors: readonly ErrorCode[]
  /** Whether errors are flat `{ error, message, hint }` instead of the envelope. */
  flatErrors: boolean
  /** Whether errors have the fields of OAuth (RFC 6749, 5.2) in addition to those of the envelope. */
  oauthErrors: boolean
  /** Whether the operation is internal to the dashboard and not in the public reference. */
  internal: boolean
  /**
   * Whether the operation is a long poll: the verb gets a signal that aborts when the client disconnects or
   * the server stops.
   */
  waits: boolean
  /** Whether the response has an ETag, so that a client that has it gets 304 (RFC 9110, 13.1.2). */
  hasEtag: boolean
  /**
   * Whether the result has `warnings` about ignored parameters, which few callers look for in the headers.
   */
  warnsOfIgnored: boolean
  /** Whether the response may set a cookie. */
  setsCookie?: boolean
  /** The operation that agents call instead of one that is only for people. */
  agentsCall?: string
  /** Set if the operation is a tool of the MCP server. */
  mcp?: McpTool
}

/** A row as written in the file of a resource: its id is the key, other fields have defaults. */
type Draft = Pick<Operation, 'method' | 'path' | 'tag' | 'summary' | 'action' | 'responses'> &
  Partial<Omit<Operation, 'id' | 'auth'>>

type Given<T, K extends keyof Draft> = T extends Record<K, infer V> ? V : undefined

/**
 * A completed row. The schemas keep their own types, from which {@link InputOf} and {@link OutputOf} are
 * derived.
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
 * Completes the rows of a resource. The key of a row is the id of its operation. Unless a row states
 * otherwise, reads are not rate limited, everything else counts as a write, and nothing is idempotent.
 */
export function operations<const T extends Record<string, Draft>>(
  drafts: T,
): { [Id in keyof T & string]: Row<T[Id], Id> } {
  const rows = Object.entries(drafts).map(([id, draft]) => [
    id,
    {
      rate: draft.method === 'GET' ? 'none' : 'write',
      idempotent: false,
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

/** The input of a verb: path, query and body parameters in one object, parsed. */
export type InputOf<T extends Operation> = Out<T['params']> & Out<T['query']> & Out<T['body']>

/** The request that a caller sends. A body that is not parsed is bytes. */
export interface RequestOf<T extends Operation> {
  params: In<T['params']>
  query: In<T['query']>
  body: T['rawRequest'] extends RawBody ? Blob : In<T['body']>
}

/** The result of a verb: the JSON of any success status. */
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
 * Server-sent events about a review: `changed` with its `version`, which is also the id of the event,
 * `viewers` for members, and `gone` at the end.
 */
export const changeEvents = {
  raw: 'text/event-stream',
  description:
    '`event: changed` with `{"version": n}` whenever anything in the review has changed, one event for ' +
    'changes that follow one another closely; for members, `event: viewers` with ' +
    '`{"viewers": [{ "userId", "name" }]}`, the other people who have the review open, whenever they ' +
    'change; `event: gone` when it can no longer be read. A comment every 20 seconds ' +
    'keeps the connection open. `Last-Event-ID` resumes.',
} as const satisfies RawBody
