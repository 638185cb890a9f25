import { defineEventHandler, setResponseHeaders, setResponseStatus } from 'h3'
import { sendBody } from '../responses/send-result'

/**
 * Redirects the browser of a person from the OAuth authorization URL to the page on which the person decides
 * about the client. The query parameters stay the same.
 */
export const redirectToConnect = defineEventHandler(event => {
  const [, query = ''] = /\?(.*)$/s.exec(event.path) ?? []
  setResponseStatus(event, 302)
  setResponseHeaders(event, { 'location': `/connect?${query}`, 'cache-control': 'no-store' })
  sendBody(event)
})
