import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { currentRequest } from '~~/server/process/request-context'

/** The response header with the id of the request. */
export const REQUEST_ID = 'x-request-id'

/** Returns a new request id. */
export const newRequestId = (): string => randomUUID()

/**
 * Returns the id of the request that a response belongs to, or of the page whose rendering made the request.
 */
export const requestIdOf = (response: ServerResponse): string =>
  String(response.getHeader(REQUEST_ID) ?? currentRequest()?.id ?? newRequestId())
