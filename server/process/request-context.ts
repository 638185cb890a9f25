import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { OperationId } from '#shared/contract'

/** The data of the HTTP request that runs in this asynchronous context. */
export interface RequestContext {
  /** The id of the request in its response (`X-Request-Id`), in its errors and in the log. */
  readonly id: string
  /** The message of the transport. Rendering a page makes further requests in the same context. */
  readonly message: object
  /** The response of the transport. */
  readonly response: ServerResponse
  /** The operation of the contract, once the request was routed to one. */
  operation?: OperationId
  /** The caller of the operation, once known. */
  caller?: { readonly type: string; readonly id: string | null }
}

const contexts = new AsyncLocalStorage<RequestContext>()

/**
 * Runs the handling of a request. The functions that it calls and awaits get the context from
 * {@link currentRequest}.
 */
export function runRequest<T>(context: RequestContext, handle: () => T): T {
  return contexts.run(context, handle)
}

/** Returns whether the client of the running request disconnected before its response was sent. */
export function hasClientLeft(): boolean {
  const response = currentRequest()?.response
  return response !== undefined && response.destroyed && !response.writableFinished
}

/** Returns the running request; undefined outside of requests. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore()
}
