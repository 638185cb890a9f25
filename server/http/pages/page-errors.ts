import { send, type H3Event } from 'h3'
import { defineNitroErrorHandler } from 'nitropack/runtime'
import { hasBearer, prefers } from '#shared/accept'
import { AppError } from '#shared/errors'
import { pathOf } from './documents'
import { sendError } from '../errors'
import { requestHeader } from '../request-header'

/**
 * Responds to errors outside of the contract's operations, such as an unknown page or a missing build file.
 * For a request that prefers HTML, the next handler sends the error page of Nuxt. All other requests, and all
 * requests with a bearer token, get the error envelope.
 */
export default defineNitroErrorHandler(async (error, event) => {
  const isForPerson = !hasBearer(requestHeader(event, 'authorization'))
  if (isForPerson && prefers(requestHeader(event, 'accept'), 'text/html', 'application/json')) return
  const known = { 401: pageForPeople, 404: notFound }[error.statusCode]
  const body = sendError(event, known?.(event) ?? error.cause ?? error)
  if (body !== undefined) await send(event, body)
})

/**
 * Returns the error for a program that requests a page with a token. Such a program cannot use a redirect to
 * the sign-in page.
 */
function pageForPeople(event: H3Event): AppError {
  const path = pathOf(event)
  const read = path.startsWith('/reviews/') ? `/v1${path}` : '/v1/reviews/{id}'
  return new AppError('unauthorized', {
    message: 'This page is for people who sign in; it accepts no token.',
    hint: `Use the API: GET ${read} reads a review, GET /v1 lists every endpoint.`,
  })
}

const notFound = () =>
  new AppError('not_found', {
    message: 'Page or file not found.',
    hint: 'GET /llms.txt lists the documents, GET /v1 every endpoint.',
  })
