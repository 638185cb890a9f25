import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type OAuthClientProvider,
  type ProtocolEra,
  type RequestOptions,
} from '@modelcontextprotocol/client'
import type { TestServer } from '../server/server'

/** The two eras of the MCP protocol: before the revision 2026-07-28, and since this revision. */
export const protocolEras: ProtocolEra[] = ['legacy', 'modern']

/** Connects the official client to the MCP server with a token. The caller closes it. */
export async function connectMcp(
  server: TestServer,
  token: string,
  era: ProtocolEra = 'modern',
): Promise<Client> {
  const client = clientOf(era)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(server), { requestInit: { headers } }))
  return client
}

/** Returns the official client, and a transport that signs in with OAuth. */
export function oauthClient(server: TestServer, authProvider: OAuthClientProvider) {
  return {
    client: clientOf('modern'),
    transport: () => new StreamableHTTPClientTransport(mcpUrl(server), { authProvider }),
  }
}

const clientOf = (era: ProtocolEra) =>
  new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  )

const mcpUrl = ({ url }: TestServer) => new URL('/mcp', url)

/** A result of a tool: its parsed JSON, and the text before it. */
export interface ToolOutcome {
  isError: boolean
  notice: string
  data: Record<string, unknown>
}

/** Calls a tool, and parses the JSON of its result. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  options: RequestOptions = {},
): Promise<ToolOutcome> {
  const result = (await client.callTool({ name, arguments: args }, options)) as CallToolResult
  const [block] = result.content
  if (block?.type !== 'text') throw new Error(`${name} returned ${block?.type ?? 'nothing'}`)
  const begin = block.text.indexOf('{')
  return {
    isError: result.isError === true,
    notice: block.text.slice(0, begin),
    data: JSON.parse(block.text.slice(begin)) as Record<string, unknown>,
  }
}

/** Posts a body to the MCP server without using the client library. */
export const postMcp = (server: TestServer, body: unknown, headers: Record<string, string> = {}) =>
  fetch(mcpUrl(server), {
    method: 'POST',
    headers: {
      'accept': 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
