import type { EventHandler, H3Event } from 'h3'
import type { Contract, OperationId } from '#shared/contract'
import type { Actor } from '~~/server/access/actor'
import { clientAddress } from './client'
import { defineHandler } from './operation'
import { invokeAndRespond, type Options } from './responses/send-result'
import { isHead } from './request-header'
import { openStream } from './responses/send-events'
import { viewerOf, type StreamViewer } from './stream-limits'

/** The ids of the operations that are long polls. */
type WaitingId = { [Id in OperationId]: Contract[Id]['waits'] extends true ? Id : never }[OperationId]

/**
 * Returns the HTTP handler of a long poll. The handler stops waiting when the client disconnects or the
 * server stops. The long poll counts as an open event stream, so the handler throws `rate_limited` if a limit
 * of StreamCounter is reached. A HEAD request does not wait.
 */
export function defineLongPoll<Id extends WaitingId>(id: Id, options: Options<Id> = {}): EventHandler {
  return defineHandler(id, async (event, row, call) => {
    const stream = openStream(event, waiterOf(call.actor, event))
    try {
      const signal = isHead(event) ? AbortSignal.abort() : stream.signal
      return await invokeAndRespond(event, row, id, { ...call, signal: () => signal }, options)
    } finally {
      stream.release()
    }
  })
}

function waiterOf(actor: Actor, event: H3Event): StreamViewer {
  if (actor.type === 'human' || actor.type === 'agent') return viewerOf(actor)
  // A call without a credential is counted for its client address until it is rejected by the authorization.
  const address = clientAddress(event)
  return { kind: 'agent', id: address, workspaceId: address }
}
