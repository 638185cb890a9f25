import type { z } from 'zod'

/** What an agent token may be allowed to do. */
export const capabilities = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
  'project:create',
] as const
export type Capability = (typeof capabilities)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: an agent with a capability (or any valid token), a human session, or anybody. */
export interface Auth {
  agent: Capability | 'any' | false
  human: boolean
  anonymous: boolean
  /** The session token of the device flow is taken as a bearer credential too. */
  sessionBearer?: boolean
}

export const agentAnd = (capability: Capability | 'any'): Auth => ({
  agent: capability,
  human: true,
  anonymous: false,
})
export const agentOnly = (capability: Capability): Auth => ({
  agent: capability,
  human: false,
  anonymous: false,
})
export const humanOnly: Auth = { agent: false, human: true, anonymous: false }
/** People, by cookie or by the session token that the device flow ends with. */
export const humanByBearer: Auth = { ...humanOnly, sessionBearer: true }
export const anybody: Auth = { agent: false, human: false, anonymous: true }

/** A body that is no JSON: bytes or text of a media type. */
export interface RawBody {
  raw: string
  description: string
}

/** Counts against the caller's allowance of writes or of credential requests, or against none. */
export type Rate = 'write' | 'credential' | 'bootstrap' | 'none'

type ObjectSchema = z.ZodObject
type AnySchema = z.ZodType

/**
 * One row of the contract: everything that is said about an endpoint, once. The server's handlers,
 * `/openapi.json`, `GET /v1`, the reference pages and the dashboard's typed calls are made from it.
 */
export interface Operation<
  P extends ObjectSchema | undefined = ObjectSchema | undefined,
  Q extends ObjectSchema | undefined = ObjectSchema | undefined,
  B extends AnySchema | undefined = AnySchema | undefined,
  R extends Record<number, AnySchema | RawBody | null> = Record<number, AnySchema | RawBody | null>,
> {
  id: string
  method: Method
  /** With `{name}` for each path parameter. */
  path: string
  tag: string
  summary: string
  description?: string
  auth: Auth
  rate: Rate
  /** Honours the Idempotency-Key header. */
  idempotent: boolean
  params: P
  query: Q
  body: B
  /** The body may be left out. */
  bodyOptional: boolean
  /** A request body that is streamed instead of parsed. */
  rawRequest?: RawBody
  /** Success statuses in order of preference: the first is the ordinary one. null: no body. */
  responses: R
  /** The same answer as text, for those who ask for it. */
  textResponse?: RawBody
  /** Errors are flat `{ error, message, hint }` instead of the envelope. */
  flatErrors: boolean
  /** Left out of the public reference: internal to the dashboard. */
  internal: boolean
}

interface Defaults {
  params: undefined
  query: undefined
  body: undefined
}
type Pick1<T, K extends keyof Defaults> = T extends Record<K, infer V> ? V : undefined

type Draft = Pick<Operation, 'id' | 'method' | 'path' | 'tag' | 'summary' | 'auth' | 'responses'> &
  Partial<Operation>

/** Completes a row: reads are not rated, writes are, nothing is idempotent unless it says so. */
export function operation<const T extends Draft>(
  row: T,
): Omit<Operation, 'method' | 'path' | 'params' | 'query' | 'body' | 'responses'> & {
  method: T['method']
  path: T['path']
  params: Pick1<T, 'params'>
  query: Pick1<T, 'query'>
  body: Pick1<T, 'body'>
  responses: T['responses']
} {
  return {
    rate: row.method === 'GET' ? 'none' : 'write',
    idempotent: false,
    bodyOptional: false,
    flatErrors: false,
    internal: false,
    params: undefined,
    query: undefined,
    body: undefined,
    ...row,
  } as never
}

type Out<S> = S extends z.ZodType ? z.output<S> : unknown
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a verb receives: path, query and body parameters in one object, parsed. */
export type InputOf<T extends Operation> = Out<T['params']> & Out<T['query']> & Out<T['body']>

/** What a caller sends. */
export interface RequestOf<T extends Operation> {
  params: In<T['params']>
  query: In<T['query']>
  body: In<T['body']>
}

/** What a verb answers: the JSON of any success status. */
export type OutputOf<T extends Operation> = {
  [S in keyof T['responses']]: T['responses'][S] extends z.ZodType
    ? z.output<T['responses'][S]>
    : T['responses'][S] extends null
      ? undefined
      : never
}[keyof T['responses']]

/** An operation that answers with bytes instead of JSON. */
export function isRaw(body: unknown): body is RawBody {
  return typeof body === 'object' && body !== null && 'raw' in body
}

/**
 * Server-sent events about a review: `changed` with its `version`, which is the event's id too, and `gone` at
 * the end.
 */
export const changeEvents: RawBody = {
  raw: 'text/event-stream',
  description:
    '`event: changed` with `{"version": n}` whenever anything in the review has changed, never more than one ahead of the reader; `event: gone` when it can no longer be read. A comment every 20 seconds keeps the connection up. `Last-Event-ID` resumes.',
}
