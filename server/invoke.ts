import type { z } from 'zod'
import { contract, type Contract, type Input, type OperationId } from '#shared/contract'
import { isRaw, type Operation } from '#shared/contract/kit/operation'
import { anonymous, type Actor } from '~~/server/access/actor'
import { refreshCaller, runAs } from '~~/server/access/write-guard'
import { authorize } from '~~/server/access/authorize'
import { withIdempotency } from '~~/server/access/idempotency'
import { consumeRateLimit } from '~~/server/access/rate-limit'
import { operations, type ResultOf } from './operations'
import { parseFields, parseParams } from './parse-input'
import { settings } from './settings'

/** One call of an operation, as a transport received it. */
export interface Call {
  actor: Actor
  /** What an anonymous caller is rate limited by, such as a client address. */
  client: string
  params?: unknown
  query?: unknown
  /**
   * Reads the body: a JSON value, or what the row's `rawRequest` declares. Called only after the caller was
   * authorized.
   */
  readBody: () => unknown
  /** Ignored by operations that are not idempotent. */
  idempotencyKey?: string
}

export interface Outcome<Id extends OperationId> {
  input: Input<Id>
  result: ResultOf<Contract[Id]>
  /** Whether an earlier call with the same idempotency key produced the result. */
  replayed: boolean
}

/** A verb without the types of its row; {@link operations} checks those. */
type AnyVerb = (actor: Actor, input: object, body: unknown) => Promise<unknown>

/**
 * Runs an operation of the contract for any transport: authorizes the caller, counts the rate limit, parses
 * the input, and calls the verb, at most once per idempotency key. Throws AppError. With CHECK_RESPONSES the
 * result is parsed by its schema, so that an unknown field throws.
 */
export async function invoke<Id extends OperationId>(id: Id, call: Call): Promise<Outcome<Id>> {
  const row: Operation = contract[id]
  const actor = row.auth.anonymous ? anonymous : call.actor
  authorize(actor, row.action)
  await consumeRateLimit(row.rate, rateLimitKey(actor, call.client))
  const params = parseParams(row.params, call.params)
  const query = parseFields(row.query, call.query ?? {})
  const body = await readBody(row, call)
  const input = { ...params, ...query, ...parseFields(row.body, body) }
  // A body may take a minute to arrive: the caller may have lost a role or the session meanwhile.
  if (row.body && actor.type !== 'anonymous') await refreshCaller(actor)
  const verb = operations[id] as AnyVerb
  const run = () => runAs(actor, () => verb(actor, input, body))
  const outcome =
    row.idempotent && call.idempotencyKey !== undefined
      ? await withIdempotency(
          { callerId: actor.id ?? '', operation: address(row, params), key: call.idempotencyKey, body },
          run,
        )
      : { result: await run(), replayed: false }
  if (settings().checkResponses) assertDeclared(row, outcome.result)
  return { input, ...outcome } as Outcome<Id>
}

/** Each token and session has its own limits; anonymous callers share those of their client. */
function rateLimitKey(actor: Actor, client: string): string {
  if (actor.type === 'agent') return actor.id
  return actor.type === 'human' ? actor.sessionId : client
}

/** Reads a body that the row declares. A missing JSON body equals an empty object. */
async function readBody(row: Operation, call: Call): Promise<unknown> {
  if (row.rawRequest) return call.readBody()
  return row.body ? ((await call.readBody()) ?? {}) : undefined
}

/** Returns method and path with its ids: an idempotency key belongs to one address. */
function address(row: Operation, params: object): string {
  const values = params as Record<string, string>
  return `${row.method} ${row.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}`
}

function assertDeclared(row: Operation, result: unknown): void {
  const schema = Object.values(row.responses).find((each): each is z.ZodType => each !== null && !isRaw(each))
  const parsed = schema?.safeParse(result)
  if (parsed?.success === false)
    throw new Error(`The result of ${row.id} does not match its schema: ${parsed.error.message}`)
}
