import { defineEventHandler, setResponseHeaders, setResponseStatus } from 'h3'
import { sendBody } from '../operation'

/**
 * Redirects the browser that a client opened to the page on which a person decides, with the same parameters.
 */
export const redirectToConnect = defineEventHandler(event => {
  const [, query = ''] = /\?(.*)$/s.exec(event.path) ?? []
  setResponseStatus(event, 302)
  setResponseHeaders(event, { 'location': `/connect?${query}`, 'cache-control': 'no-store' })
  sendBody(event)
})
