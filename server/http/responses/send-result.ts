import { setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import type { Contract, OperationId } from '#shared/contract'
import { prefers } from '#shared/accept'
import { isRaw, type Operation } from '#shared/contract/kit/operation'
import type { Actor } from '~~/server/access/actor'
import { invoke, type Call, type Outcome } from '~~/server/transport/invoke'
import type { ResultOf } from '~~/server/transport/operations'
import { responseJson } from '~~/server/transport/response-json'
import { warningsOf } from '../ignored-fields'
import { requestHeader } from '../request-header'
import { viewerOf } from '../stream-limits'
import { holdBody } from './held-bodies'
import { sendAttachment } from './send-attachment'
import { sendServed } from './send-blob'
import { sendEvents } from './send-events'

/** How the results of an operation are sent. */
export interface Options<Id extends OperationId> {
  /**
   * Returns the status of the response for a result. Needed only if the operation declares several statuses.
   */
  status?: (result: ResultOf<Contract[Id]>) => keyof Contract[Id]['responses'] & number
  /** Returns a result as text, for a client whose Accept header prefers `textResponse` of the operation. */
  text?: (result: ResultOf<Contract[Id]>) => string
}

/** Invokes an operation and sends its result. */
export async function invokeAndRespond<Id extends OperationId>(
  event: H3Event,
  row: Operation,
  id: Id,
  call: Call,
  options: Options<Id> = {},
): Promise<unknown> {
  const { result, ...outcome } = await invoke(id, call)
  const warned = withWarnings(result, warningsOf(row, call.query)) as typeof result
  return respond(event, row, call.actor, { result: warned, ...outcome }, options)
}

/** Returns a result with the warnings about its request. If there are none, returns the result unchanged. */
const withWarnings = (result: unknown, warnings: string[]): unknown =>
  warnings.length > 0 ? { ...(result as object), warnings } : result

/**
 * Sends a result in the format that the operation declares: see RawResults in server/transport/operations.ts.
 */
function respond<Id extends OperationId>(
  event: H3Event,
  row: Operation,
  actor: Actor,
  outcome: Outcome<Id>,
  options: Options<Id>,
): unknown {
  const declared = row.responses[200]
  if (!isRaw(declared)) return respondJson(event, row, outcome, options)
  if (declared.raw === '*/*') return sendServed(event, outcome.result as ResultOf<Contract['readCapability']>)
  if (declared.raw !== 'text/event-stream')
    return sendAttachment(event, outcome.result as ResultOf<Contract['downloadReview']>)
  const review = outcome.result as ResultOf<Contract['watchReview']>
  const { token, since } = outcome.input as { token?: string; since?: string }
  const { workspaceId } = review
  const viewer =
    actor.type === 'human' || actor.type === 'agent'
      ? viewerOf(actor)
      : { kind: 'visitor' as const, id: token ?? '', workspaceId }
  return sendEvents(event, review, viewer, since)
}

function respondJson<Id extends OperationId>(
  event: H3Event,
  row: Operation,
  { result, replayed }: Outcome<Id>,
  options: Options<Id>,
): unknown {
  const ordinary = [201, 200, 202, 204].find(status => status in row.responses) ?? 200
  const hasBody = row.responses[ordinary] !== null
  const status = options.status?.(result) ?? ordinary
  setResponseStatus(event, replayed && hasBody ? 200 : status)
  setResponseHeader(event, 'cache-control', 'no-store')
  if (replayed) setResponseHeader(event, 'idempotent-replay', 'true')
  if (!hasBody) return sendBody(event)
  const asText = row.textResponse?.raw
  if (options.text && asText && prefers(requestHeader(event, 'accept'), asText, 'application/json')) {
    setResponseHeader(event, 'content-type', `${asText}; charset=utf-8`)
    return sendBody(event, options.text(result))
  }
  const body = responseJson(row, JSON.stringify(result))
  // The response to a write is always sent, because its effect cannot be undone.
  if (row.method === 'GET') holdBody(event.node.res, body)
  setResponseHeader(event, 'content-type', 'application/json')
  return sendBody(event, body)
}

/**
 * Sends a response whose headers are already set. It is sent immediately; h3 would wait until the next turn
 * of the event loop.
 */
export function sendBody(event: H3Event, body?: string | Buffer): void {
  event.node.res.end(body)
}
