import { defineEventHandler, sendRedirect, setResponseHeaders, type EventHandler, type H3Event } from 'h3'
import { prefers } from '#shared/accept'
import { apiGroups, groupPath } from '#shared/contract/kit/reference/groups'
import type { ServerInfo } from '#shared/documents/server-info'
import { skillFiles } from '#shared/documents/skill'
import { serverInfo } from '~~/server/settings/server-info'
import { endpointNotFound, sendError } from '../errors'
import { requestHeader } from '../request-header'

/** The content type of Markdown documents. */
export const MARKDOWN = 'text/markdown; charset=utf-8'

/** The public documents, which are routes without a row of the contract. */
export const documentPaths = [
  '/openapi.json',
  '/llms.txt',
  '/docs',
  '/docs/api.md',
  ...apiGroups.map(groupPath),
  '/docs/cli.md',
  '/skill.md',
  ...skillFiles.map(path => `/skill/${path}`),
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
]

/** The metrics, which are such a route too where `METRICS_TOKEN` is set. */
export const metricsPath = '/api/metrics'

/** A document changes with a release or a setting only, so caches may store it for five minutes. */
const CACHE_CONTROL = 'public, max-age=300'

/** Returns the handler of a public document about this server. `render` is called once for the process. */
export function defineDocument(contentType: string, render: (server: ServerInfo) => string): EventHandler {
  return defineDocuments(contentType, render)
}

/**
 * Like {@link defineDocument}, for a document at each of the {@link documentPaths} that a route matches.
 * Other paths are 404.
 */
export function defineDocuments(
  contentType: string,
  render: (server: ServerInfo, path: string) => string,
): EventHandler {
  const texts = new Map<string, string>()
  return defineEventHandler(event => {
    const path = pathOf(event)
    if (!documentPaths.includes(path)) return sendError(event, endpointNotFound())
    const text = texts.get(path) ?? render(serverInfo(), path)
    texts.set(path, text)
    return sendDocument(event, contentType, text)
  })
}

/** Returns the path of a request without a slash at its end. */
export const pathOf = (event: H3Event) => (event.path.split('?')[0] ?? '').replace(/(.)\/$/, '$1')

/**
 * Returns a middleware that responds to a page's address with Markdown where the request prefers it to HTML,
 * and leaves every other request to the page.
 */
export function defineMarkdownAlternative(
  path: string,
  render: (server: ServerInfo) => string,
  cacheControl?: string,
): EventHandler {
  return defineEventHandler(event => {
    if (pathOf(event) !== path) return
    setResponseHeaders(event, { vary: 'accept' })
    if (!prefers(requestHeader(event, 'accept'), 'text/markdown', 'text/html')) return
    return sendDocument(event, MARKDOWN, render(serverInfo()), cacheControl)
  })
}

/**
 * Returns the handler of an address that leads people to a page, and everything else to a document about this
 * server.
 */
export function defineStartPage(page: string, render: (server: ServerInfo) => string): EventHandler {
  return defineEventHandler(event => {
    setResponseHeaders(event, { vary: 'accept' })
    if (prefers(requestHeader(event, 'accept'), 'text/html', 'text/markdown'))
      return sendRedirect(event, page)
    return sendDocument(event, MARKDOWN, render(serverInfo()))
  })
}

function sendDocument(
  event: H3Event,
  contentType: string,
  text: string,
  cacheControl = CACHE_CONTROL,
): string {
  setResponseHeaders(event, { 'content-type': contentType, 'cache-control': cacheControl })
  return text
}
