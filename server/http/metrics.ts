import { defineEventHandler, setResponseHeaders } from 'h3'
import { AppError } from '#shared/errors'
import { isSameSecret } from '~~/server/secrets/secrets'
import { renderMetrics } from '~~/server/metrics'
import { settings } from '~~/server/settings'
import { endpointNotFound, sendError } from './errors'
import { requestHeader } from './request-header'

/**
 * Sends the metrics of this process to a client whose bearer token is `METRICS_TOKEN`. Other clients get
 * `unauthorized`. If `METRICS_TOKEN` is not set, the response is 404.
 */
export const sendMetrics = defineEventHandler(async event => {
  try {
    if (settings().metricsToken === null) throw endpointNotFound()
    requireMetricsToken(requestHeader(event, 'authorization'))
    const { contentType, text } = await renderMetrics()
    setResponseHeaders(event, { 'content-type': contentType, 'cache-control': 'no-store' })
    return text
  } catch (error) {
    return sendError(event, error)
  }
})

/** Throws `unauthorized` if the metrics token is wrong. */
function requireMetricsToken(authorization: string | undefined): void {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  const { metricsToken } = settings()
  const matches = given !== undefined && metricsToken !== null && isSameSecret(given, metricsToken)
  if (!matches)
    throw new AppError('unauthorized', {
      message: 'The metrics token is missing or wrong.',
      hint: 'Send "Authorization: Bearer <METRICS_TOKEN>", with the value of that setting.',
    })
}
