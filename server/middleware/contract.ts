import { defineEventHandler } from 'h3'
import { contract } from '#shared/contract'
import { isRaw, type Operation } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { sendError } from '~~/server/http/errors'

const operations: Operation[] = Object.values(contract)
const documents = ['/openapi.json', '/docs/api.md', '/docs/cli.md']
const rows = [
  ...operations.map(row => ({
    method: row.method,
    flat: row.flatErrors,
    raw: isRaw(row.responses[200]),
    pattern: patternOf(row.path),
  })),
  ...documents.map(path => ({ method: 'GET', flat: false, raw: false, pattern: patternOf(path) })),
]

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

/**
 * What the contract does not know is answered here: unknown paths under /v1, /api and /docs with 404, known
 * ones with another method with 405 and Allow. JSON, whatever Accept says.
 */
export default defineEventHandler(event => {
  const path = (event.path.split('?')[0] ?? '').replace(/(.)\/$/, '$1')
  if (!/^\/(?:(?:v1|api|e|docs)(?:\/|$)|openapi\.json$)/.test(path) || path.startsWith('/api/auth/')) return
  const known = rows.filter(row => row.pattern.test(path))
  if (known.length === 0)
    return sendError(
      event,
      new AppError('not_found', {
        message: 'There is no such endpoint.',
        hint: 'GET /v1 lists every endpoint.',
      }),
    )
  const method = event.method === 'HEAD' ? 'GET' : event.method
  const match = known.find(row => row.method === method)
  // Node leaves the body of a HEAD answer out by itself; routes that stream look at the method themselves.
  if (match && event.method === 'HEAD' && !match.raw) event._method = 'GET'
  if (match) return
  const allow = [...new Set(known.flatMap(row => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method])))]
  return sendError(
    event,
    new AppError('method_not_allowed', { message: `${event.method} is not allowed here.`, allow }),
    known[0]?.flat,
  )
})
