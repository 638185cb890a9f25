import { send } from 'h3'
import { defineNitroErrorHandler } from 'nitropack/runtime'
import { prefers } from '#shared/accept'
import { AppError } from '#shared/errors'
import { sendError } from './errors'
import { requestHeader } from './request-header'

/**
 * Responds to errors outside the contract's operations, such as an unknown page or a missing file of the
 * build. Requests that prefer HTML get Nuxt's error page from the next handler; all others get the error
 * envelope.
 */
export default defineNitroErrorHandler(async (error, event) => {
  if (prefers(requestHeader(event, 'accept'), 'text/html', 'application/json')) return
  const body = sendError(event, error.statusCode === 404 ? notFound() : (error.cause ?? error))
  if (body !== undefined) await send(event, body)
})

const notFound = () =>
  new AppError('not_found', {
    message: 'Page or file not found.',
    hint: 'GET /llms.txt lists the documents, GET /v1 every endpoint.',
  })
