import { defineEventHandler } from 'h3'
import { contract } from '#shared/contract'
import { isRaw, type Operation } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { documentPaths, metricsPath } from '~~/server/http/documents'
import { protocolRoutes } from '~~/server/http/protocol-routes'
import { sendError } from '~~/server/http/errors'
import { settings } from '~~/server/settings'

const operations: Operation[] = Object.values(contract)
const rows = [
  ...operations.map(row => ({
    method: row.method,
    form: row,
    raw: isRaw(row.responses[200]),
    pattern: patternOf(row.path),
  })),
  ...[
    ...[...documentPaths, metricsPath].map(path => ({ method: 'GET' as const, path })),
    ...protocolRoutes,
  ].map(({ method, path }) => ({ method, form: {}, raw: false, pattern: patternOf(path) })),
]

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** Whether every path like this one is either known or missing. better-auth has its own routes. */
const isCovered = (path: string) =>
  documentPaths.includes(path) ||
  protocolRoutes.some(route => route.path === path) ||
  (/^\/(?:v1|api|e|docs|oauth|skill)(?:\/|$)/.test(path) && !path.startsWith('/api/auth/'))

/**
 * Responds to requests that the contract does not define: to unknown paths under /v1, /api, /e, /docs,
 * /oauth and /skill with 404, to another method of a known path with 405 and Allow. Both in JSON, whatever
 * Accept says.
 */
export default defineEventHandler(event => {
  const path = (event.path.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
  if (!isCovered(path)) return
  const isOff = path === metricsPath && settings().metricsToken === null
  const known = isOff ? [] : rows.filter(row => row.pattern.test(path))
  if (known.length === 0)
    return sendError(
      event,
      new AppError('not_found', {
        message: 'Endpoint not found.',
        hint: 'GET /v1 lists every endpoint.',
      }),
    )
  const method = event.method === 'HEAD' ? 'GET' : event.method
  const match = known.find(row => row.method === method)
  // Node omits the body of a response to HEAD; routes that stream check the method themselves.
  if (match && event.method === 'HEAD' && !match.raw) event._method = 'GET'
  if (match) return
  const allow = [...new Set(known.flatMap(row => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method])))]
  return sendError(
    event,
    new AppError('method_not_allowed', { message: `${event.method} is not allowed here.`, allow }),
    known[0]?.form,
  )
})
