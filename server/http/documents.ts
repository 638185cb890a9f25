import { defineEventHandler, sendRedirect, setResponseHeaders, type EventHandler, type H3Event } from 'h3'
import { prefers } from '#shared/accept'
import type { ServerInfo } from '#shared/server-info'
import { skillFiles } from '#shared/skill'
import { serverInfo } from '~~/server/settings/server-info'
import { requestHeader } from './request-header'

/** The content type of Markdown documents. */
export const MARKDOWN = 'text/markdown; charset=utf-8'

/** The public documents, which are routes without a row of the contract. */
export const documentPaths = [
  '/openapi.json',
  '/llms.txt',
  '/docs',
  '/docs/api.md',
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
  let text: string | undefined
  return defineEventHandler(event => {
    text ??= render(serverInfo())
    return sendDocument(event, contentType, text)
  })
}

/**
 * Returns a middleware that responds to a page's address with Markdown where the request prefers it to HTML,
 * and leaves every other request to the page.
 */
export function defineMarkdownAlternative(
  path: string,
  render: (server: ServerInfo) => string,
): EventHandler {
  return defineEventHandler(event => {
    if (event.path.split('?')[0]?.replace(/\/$/, '') !== path) return
    setResponseHeaders(event, { vary: 'accept' })
    if (!prefers(requestHeader(event, 'accept'), 'text/markdown', 'text/html')) return
    return sendDocument(event, MARKDOWN, render(serverInfo()))
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

function sendDocument(event: H3Event, contentType: string, text: string): string {
  setResponseHeaders(event, {
    'content-type': contentType,
    'cache-control': CACHE_CONTROL,
  })
  return text
}
