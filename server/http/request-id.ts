import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { currentRequest } from '~~/server/process/request-context'

/** The response header with the id of the request. */
export const REQUEST_ID = 'x-request-id'

/** Returns a new request id. */
export const newRequestId = (): string => randomUUID()

/**
 * Returns the id of the request to which a response belongs. If the request was made while a page was
 * rendered, returns the id of the request for the page.
 */
export const requestIdOf = (response: ServerResponse): string =>
  String(response.getHeader(REQUEST_ID) ?? currentRequest()?.id ?? newRequestId())
