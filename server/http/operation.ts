import {
  defineEventHandler,
  getQuery,
  getRequestHeader,
  getRouterParams,
  setResponseHeader,
  setResponseStatus,
  type EventHandler,
  type H3Event,
} from 'h3'
import type { z } from 'zod'
import { limits } from '#shared/contract/kit/limits'
import { isRaw, type InputOf, type Operation, type OutputOf } from '#shared/contract/kit/operation'
import { invalid } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { refreshCaller, runAs } from '~~/server/access/authorization'
import { once } from '~~/server/access/idempotency'
import { settings } from '~~/server/settings'
import { readJson } from './body'
import { actorOf, admit } from './caller'
import { clientAddress } from './client'
import { sendError } from './errors'
import { parseFields, parseParams } from './parse'
import { takeFromAllowance } from './rate-limit'

/** What a verb does: the subject of the operation, free of HTTP. */
export type Verb<T extends Operation> = (actor: Actor, input: InputOf<T>) => Promise<OutputOf<T>>

interface Options<T extends Operation> {
  /** The status of an answer, where a row has more than one. */
  status?: (output: OutputOf<T>) => keyof T['responses'] & number
  /** The answer as text instead of JSON, where the input asks for it. */
  text?: (output: OutputOf<T>, input: InputOf<T>) => { type: string; body: string } | null
}

/**
 * Makes the handler of a contract row: actor, parsed parameters, rate limit, idempotency, verb, status.
 * Under test and in development each answer is parsed by its schema, so that nothing unforeseen leaves.
 */
export function defineOperation<T extends Operation>(
  row: T,
  verb: Verb<T>,
  options: Options<T> = {},
): EventHandler {
  return handler(row, async (event, actor, input, body) => {
    const key = row.idempotent ? idempotencyKey(event) : undefined
    const run = () => verb(actor, input)
    if (key === undefined) {
      const output = await run()
      const text = options.text?.(output, input)
      return text ? sendText(event, text) : answer(event, row, output, options)
    }
    const { replayed, answer: output } = await once(
      { callerId: actor.id ?? '', operation: `${row.method} ${event.path.split('?')[0]}`, key, body },
      run,
    )
    if (!replayed) return answer(event, row, output, options)
    setResponseHeader(event, 'idempotent-replay', 'true')
    return answer(event, row, output, { status: () => 200 })
  })
}

/**
 * Makes the handler of a row that reads or writes bytes: the verb gets the event's streams through `serve`.
 */
export function defineStreamOperation<T extends Operation>(
  row: T,
  serve: (event: H3Event, actor: Actor, input: InputOf<T>) => Promise<unknown>,
): EventHandler {
  return handler(row, async (event, actor, input) => {
    const output = await serve(event, actor, input)
    return output === undefined ? undefined : answer(event, row, output as OutputOf<T>, {})
  })
}

function handler<T extends Operation>(
  row: T,
  run: (event: H3Event, actor: Actor, input: InputOf<T>, body: unknown) => Promise<unknown>,
): EventHandler {
  return defineEventHandler(async event => {
    try {
      const params = parseParams(row.params, getRouterParams(event, { decode: true }))
      const actor = await identify(event, row)
      await takeFromAllowance(
        row.rate,
        actor.type === 'agent' ? actor.id : actor.type === 'human' ? actor.sessionId : clientAddress(event),
      )
      const query = parseFields(row.query, getQuery(event))
      // An empty body is an empty object, to the idempotency record too.
      const body = row.body ? ((await readJson(event)) ?? {}) : undefined
      const fields = parseFields(row.body, body)
      // The body may have taken a minute to arrive.
      if (row.body && actor.type !== 'anonymous') await refreshCaller(actor)
      return await runAs(actor, () =>
        run(event, actor, { ...params, ...query, ...fields } as InputOf<T>, body),
      )
    } catch (error) {
      return sendError(event, error, row.flatErrors)
    }
  })
}

/** Rows for anybody take no credentials: their address is one. */
async function identify(event: H3Event, row: Operation): Promise<Actor> {
  if (row.auth.anonymous) return { type: 'anonymous', id: null, name: null }
  const actor = await actorOf(event, row.auth.sessionBearer)
  admit(actor, row.auth)
  return actor
}

function idempotencyKey(event: H3Event): string | undefined {
  const key = getRequestHeader(event, 'idempotency-key')
  if (key === undefined) return undefined
  if (key === '' || key.length > limits.idempotencyKey)
    throw invalid(
      'Idempotency-Key',
      `The Idempotency-Key header must have 1 to ${limits.idempotencyKey} characters.`,
      'Use a random key such as a UUID, or leave the header out.',
    )
  return key
}

function answer<T extends Operation>(
  event: H3Event,
  row: T,
  output: OutputOf<T>,
  options: Options<T>,
): unknown {
  const statuses = Object.keys(row.responses).map(Number)
  const status = options.status?.(output) ?? statuses.find(each => each === 201) ?? statuses[0] ?? 200
  setResponseStatus(event, status)
  setResponseHeader(event, 'cache-control', 'no-store')
  const schema = row.responses[status] ?? row.responses[201] ?? null
  if (schema === null || isRaw(schema)) return output === undefined ? null : output
  if (settings().checkResponses) check(row, schema, output)
  setResponseHeader(event, 'content-type', 'application/json')
  return JSON.stringify(output)
}

function sendText(event: H3Event, text: { type: string; body: string }): string {
  setResponseHeader(event, 'content-type', `${text.type}; charset=utf-8`)
  setResponseHeader(event, 'cache-control', 'no-store')
  return text.body
}

function check(row: Operation, schema: z.ZodType, output: unknown): void {
  const parsed = schema.safeParse(output)
  if (!parsed.success)
    throw new Error(`The answer of ${row.method} ${row.path} breaks its schema: ${parsed.error.message}`)
}
