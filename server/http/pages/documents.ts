import { defineEventHandler, sendRedirect, setResponseHeaders, type EventHandler, type H3Event } from 'h3'
import { prefers } from '#shared/accept'
import { apiGroups, groupPath } from '#shared/contract/kit/reference/groups'
import { guidePath, guides } from '#shared/documents/guides'
import type { ServerInfo } from '#shared/documents/server-info'
import { skillFiles } from '#shared/documents/skill'
import { serverInfo } from '~~/server/downloads/server-info'
import { endpointNotFound, sendError } from '../errors'
import { requestHeader } from '../request-header'

/** The content type of Markdown documents. */
export const MARKDOWN = 'text/markdown; charset=utf-8'

/** The paths of the public documents. Their routes are not in the contract. */
export const documentPaths = [
  '/openapi.json',
  '/llms.txt',
  '/docs',
  '/docs/api.md',
  ...apiGroups.map(groupPath),
  '/docs/cli.md',
  ...guides.map(guidePath),
  '/skill.md',
  '/page-context.js',
  ...skillFiles.map(path => `/skill/${path}`),
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
]

/**
 * The path of the metrics. The contract does not contain it. Its route exists only if `METRICS_TOKEN` is set.
 */
export const metricsPath = '/api/metrics'

/**
 * Caches may store a document for five minutes. A document changes only when the release or a setting
 * changes.
 */
const CACHE_CONTROL = 'public, max-age=300'

/** Returns the handler of a public document about this server. `render` is called once per process. */
export function defineDocument(contentType: string, render: (server: ServerInfo) => string): EventHandler {
  return defineDocuments(contentType, render)
}

/**
 * Returns the handler of a route that matches several {@link documentPaths}, like {@link defineDocument}. For
 * all other paths the response is 404.
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

/** Returns the path of a request without a trailing slash. */
export const pathOf = (event: H3Event) => (event.path.split('?')[0] ?? '').replace(/(.)\/$/, '$1')

/**
 * Returns a middleware for the path of a page. If the request prefers Markdown to HTML, the response is
 * Markdown. Otherwise the next handler serves the page.
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
 * Returns a middleware for paths that consist of a folder and the token of a link. A client that prefers
 * Markdown to HTML gets a text for agents. All other clients, such as chats that load a preview, get the page
 * from the next handler. The text does not depend on whether the token is valid.
 */
export function defineLinkForAgents(
  folder: string,
  render: (server: ServerInfo, token: string) => string,
): EventHandler {
  return defineEventHandler(event => {
    const path = pathOf(event)
    const token = path.startsWith(folder) ? path.slice(folder.length) : ''
    // Only a text in the form of a token may be inserted into the document.
    if (!/^[\w-]{20,64}$/.test(token)) return
    setResponseHeaders(event, { vary: 'accept' })
    if (!prefers(requestHeader(event, 'accept'), 'text/markdown', 'text/html')) return
    return sendDocument(event, MARKDOWN, render(serverInfo(), token), 'no-store')
  })
}

/**
 * Returns the handler of a path that redirects clients that prefer HTML to a page. Other clients get a
 * document about this server.
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
