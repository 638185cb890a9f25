import type { z } from 'zod'
import { contract, type Contract, type Input, type OperationId } from '#shared/contract'
import { isRaw, type Operation } from '#shared/contract/kit/operation'
import { anonymous, type Actor, type Caller } from '~~/server/access/actor'
import { refreshCaller, runAs } from '~~/server/access/write-guard'
import { authorize, requirePermission } from '~~/server/access/authorize'
import { withIdempotency } from '~~/server/access/idempotency'
import { consumeRateLimit } from '~~/server/limits/rate-limit'
import { operations, type ResultOf } from './operations'
import { parseFields, parseParams } from '~~/server/errors/parse-input'
import type { ReceivedFile, ReceivedForm } from '~~/server/bytes/received-form'
import { settings } from '~~/server/settings'

/** One call of an operation, as received by a transport. */
export interface Call {
  actor: Actor
  /** Returns the key for the rate limits of an anonymous caller, such as a client address. */
  client: () => string
  params?: unknown
  query?: unknown
  /**
   * Reads the request body. Returns a JSON value, or the type that `rawRequest` of the operation declares.
   * Called only after the caller was authorized.
   */
  readBody: () => unknown
  /**
   * Returns a signal that is aborted when the client disconnects or the server stops. Only operations that
   * wait use it.
   */
  signal?: () => AbortSignal
  /** Whether the whole request, including its body, has already arrived. */
  isReceived?: boolean
  /** The idempotency key of the request. Operations that are not idempotent ignore it. */
  idempotencyKey?: string
}

export interface Outcome<Id extends OperationId> {
  input: Input<Id>
  result: ResultOf<Contract[Id]>
  /** Whether the result comes from an earlier call with the same idempotency key. */
  replayed: boolean
}

/** The type of all functions in {@link operations}, without the types that are specific to one operation. */
export type AnyVerb = (actor: Actor, input: object, extra: unknown) => Promise<unknown>

/** A signal that is never aborted, for calls that cannot be aborted. */
const never = new AbortController().signal

/**
 * Runs an operation of the contract, for any transport. Authorizes the caller, counts the call for the rate
 * limit, parses the input, and calls the function of the operation. If several calls have the same
 * idempotency key, the function is called only once, and the result is repeated only to a caller who still
 * has access. Throws an AppError if the call is rejected or fails. If CHECK_RESPONSES is on, the result is
 * validated against its schema, and an unknown field is an error.
 */
export async function invoke<Id extends OperationId>(id: Id, call: Call): Promise<Outcome<Id>> {
  const { row, actor, params, input, body, files } = await admit(id, call)
  const verb = operations[id] as AnyVerb
  const extra = row.waits ? (call.signal?.() ?? never) : (files ?? body)
  const run = () => runAs(actor, () => verb(actor, input, extra))
  const outcome =
    row.idempotent && call.idempotencyKey !== undefined
      ? await withIdempotency(
          {
            callerId: actor.id ?? '',
            operation: address(row, params),
            key: call.idempotencyKey,
            body: hashed(body, files),
            requireAccess: id => requirePermission(actor as Caller, id, row.action),
          },
          run,
        )
      : { result: await run(), replayed: false }
  if (settings().checkResponses) assertDeclared(row, outcome.result)
  return { input, ...outcome } as Outcome<Id>
}

/**
 * Authorizes a call, counts it for the rate limit, and parses its input. Throws an AppError if the call is
 * rejected.
 */
export async function admit(id: OperationId, call: Call) {
  const row: Operation = contract[id]
  const actor = row.auth.anonymous && call.actor.type !== 'anonymous' ? anonymous : call.actor
  authorize(actor, row.action, row.agentsCall)
  await consumeRateLimit(row.rate, rateLimitKey(actor, call))
  if (actor.type === 'agent' && row.rate === 'write')
    await consumeRateLimit('writeOfWorkspace', actor.workspaceId)
  const params = parseParams(row.params, call.params)
  const query = parseFields(row.query, call.query ?? {})
  const { body, files } = await readBody(row, call)
  const input = { ...params, ...query, ...parseFields(row.body, body) }
  // The caller is read again, because a body may take up to a minute to arrive, and the caller may have lost
  // a role or the session during this time.
  if (row.body && !call.isReceived && actor.type !== 'anonymous') await refreshCaller(actor)
  return { row, actor, params, input, body, files }
}

/**
 * Returns the key for rate limits: the token of an agent, the session of a person, the name of `ADMIN_TOKEN`,
 * or the client of an anonymous caller.
 */
function rateLimitKey(actor: Actor, call: Call): string {
  if (actor.type === 'agent') return actor.id
  if (actor.type === 'system') return actor.name
  return actor.type === 'human' ? actor.sessionId : call.client()
}

/** Reads the body that the operation declares. A missing JSON body is read as an empty object. */
async function readBody(row: Operation, call: Call): Promise<{ body?: unknown; files?: ReceivedFile[] }> {
  if (row.rawRequest) return { body: await call.readBody() }
  if (!row.body) return {}
  if (!row.multipart) return { body: (await call.readBody()) ?? {} }
  const { fields, files } = (await call.readBody()) as ReceivedForm
  return { body: fields, files }
}

/**
 * Returns the part of a request that must be the same in all requests with one idempotency key. Files are
 * compared by their name and content.
 */
const hashed = (body: unknown, files: ReceivedFile[] | undefined): unknown =>
  files ? { body, files: files.map(({ part, name, sha256 }) => ({ part, name, sha256 })) } : body

/**
 * Returns the HTTP method and the path of a call. The path contains the ids. An idempotency key is valid only
 * for one method and path.
 */
function address(row: Operation, params: object): string {
  const values = params as Record<string, string>
  return `${row.method} ${row.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}`
}

/** Throws an error if a result does not match the schema that the operation declares. */
export function assertDeclared(row: Operation, result: unknown): void {
  const schema = Object.values(row.responses).find((each): each is z.ZodType => each !== null && !isRaw(each))
  const parsed = schema?.safeParse(result)
  if (parsed?.success === false)
    throw new Error(`The result of ${row.id} does not match its schema: ${parsed.error.message}`)
}
