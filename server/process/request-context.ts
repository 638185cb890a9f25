import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { OperationId } from '#shared/contract'

/** The data of an HTTP request. All code that runs for the request can read it. */
export interface RequestContext {
  /** The id of the request. It is in the response (`X-Request-Id`), in errors and in the log. */
  readonly id: string
  /** The id of the trace to which a proxy or a client assigned the request (W3C Trace Context). */
  readonly traceId?: string
  /**
   * The request object of the transport. If the request is for a page, the requests that the server makes
   * while it renders this page share this context.
   */
  readonly message: object
  /** The response object of the transport. */
  readonly response: ServerResponse
  /** The operation of the contract; undefined until the request was routed to an operation. */
  operation?: OperationId
  /**
   * The person or the network address for whom fair shares count the request: the address until the caller is
   * known. The agent tokens that a person created count for this person.
   */
  holder: string
  /** The caller of the operation; undefined until the caller is known. */
  caller?: { readonly type: string; readonly id: string | null }
}

const contexts = new AsyncLocalStorage<RequestContext>()

/**
 * Runs the handler of a request in a context. All functions that the handler calls and awaits can read the
 * context with {@link currentRequest}.
 */
export function runRequest<T>(context: RequestContext, handle: () => T): T {
  return contexts.run(context, handle)
}

/**
 * Returns whether the client of a request, by default of the current one, disconnected before the response
 * was sent. Returns false outside of requests.
 */
export function hasClientLeft(request = currentRequest()): boolean {
  const response = request?.response
  return response !== undefined && response.destroyed && !response.writableFinished
}

/** Returns the context of the current request; undefined outside of requests. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore()
}
