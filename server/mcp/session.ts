import type { ErrorEnvelope } from '#shared/contract/kit/errors'
import type { AgentActor } from '~~/server/access/actor'

/** One request to the MCP server, with the properties of its caller that the transport knows. */
export interface McpSession {
  actor: AgentActor
  /** Returns the address of the client. */
  client: () => string
  /** Begins a wait that its signal ends: see openStream in server/http/responses/send-events.ts. */
  openWait: () => { signal: AbortSignal; release: () => void }
  /** Returns an error in the form of API responses. Logs an unexpected one. */
  describeError: (thrown: unknown) => ErrorEnvelope['data']
}
