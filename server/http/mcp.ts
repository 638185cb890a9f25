import { toNodeHandler } from '@modelcontextprotocol/node'
import { defineEventHandler, setResponseHeader, type H3Event } from 'h3'
import { capabilities } from '#shared/contract/capabilities'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import type { AgentActor } from '~~/server/access/actor'
import { log } from '~~/server/process/log'
import { openMcpHandler } from '~~/server/mcp/server'
import type { McpSession } from '~~/server/mcp/session'
import { settings } from '~~/server/settings'
import { readJson } from './bodies/body'
import { headersOf, isFromOwnPage, readCaller } from './caller'
import { clientAddress } from './client'
import { describeError, sendError } from './errors'
import { markHandled } from './node/mark-handled'
import { recordCaller } from './observe'
import { requestHeader } from './request-header'
import { openStream } from './responses/send-events'
import { viewerOf } from './stream-limits'

const handle = toNodeHandler(openMcpHandler(), {
  onerror: error => log.error('a request to the MCP server failed', { error }),
})

/**
 * Handles POST /mcp, the Streamable HTTP transport of the Model Context Protocol. The caller must send an
 * agent token as a bearer token. Cookies are ignored, and requests from pages of other sites are rejected,
 * because browsers send both without the knowledge of a person. The handler writes to the response of Node.js
 * directly, so that a tool notices when its call is aborted.
 */
export const handleMcp = defineEventHandler(async event => {
  try {
    requireOwnPage(event)
    await readAgent(event)
    const body = await readJson(event)
    // Reads the caller again, because the token may have been revoked while the body was being received.
    const actor = await readAgent(event)
    recordCaller(event, actor)
    const session: McpSession = {
      actor,
      isToolCall: (body as { method?: unknown } | undefined)?.method === 'tools/call',
      client: () => clientAddress(event),
      openWait: () => openStream(event, viewerOf(actor)),
      describeError: thrown => describeError(event, thrown),
    }
    const auth = { token: '', clientId: actor.id, scopes: [...actor.capabilities], extra: { session } }
    setResponseHeader(event, 'cache-control', 'no-store')
    markHandled(event)
    await handle(Object.assign(event.node.req, { auth }), event.node.res, body ?? {})
  } catch (error) {
    const body = sendError(event, error)
    if (error instanceof AppError && error.code === 'unauthorized')
      setResponseHeader(event, 'www-authenticate', challenge(event))
    return body
  }
})

function requireOwnPage(event: H3Event): void {
  if (!isFromOwnPage(headersOf(event)))
    throw new AppError('forbidden', {
      message: 'This request comes from a page of another site.',
      hint: 'Connect an MCP client that runs outside of a browser.',
    })
}

async function readAgent(event: H3Event): Promise<AgentActor> {
  const actor = requestHeader(event, 'authorization') === undefined ? null : await readCaller(event)
  if (actor?.type !== 'agent') throw new AppError('unauthorized')
  return actor
}

/**
 * Returns the value of WWW-Authenticate. It contains the URL of the metadata that a client needs to sign in
 * (RFC 9728, 5.1; RFC 6750, 3).
 */
function challenge(event: H3Event): string {
  const error = requestHeader(event, 'authorization') === undefined ? '' : 'error="invalid_token", '
  const metadata = addresses.resourceMetadata(settings().publicUrl)
  return `Bearer ${error}resource_metadata="${metadata}", scope="${capabilities.join(' ')}"`
}
