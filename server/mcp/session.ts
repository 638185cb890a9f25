import type { ErrorEnvelope } from '#shared/contract/kit/errors'
import type { AgentActor } from '~~/server/access/actor'

/** One request to the MCP server, with what its transport knows of the caller. */
export interface McpSession {
  actor: AgentActor
  /** Returns the address of the client. */
  client: () => string
  /** Begins a wait, whose signal ends it: see openStream in server/http/responses/send-events.ts. */
  openWait: () => { signal: AbortSignal; release: () => void }
  /** Returns an error as responses of the API state it. Logs an unexpected one. */
  describeError: (thrown: unknown) => ErrorEnvelope['data']
}
