import type { ErrorEnvelope } from '#shared/contract/kit/errors'
import type { AgentActor } from '~~/server/access/actor'

/** One request to the MCP server: its caller, and functions that depend on the transport. */
export interface McpSession {
  actor: AgentActor
  /** Whether the request calls a tool. Only such requests see the tools that `tools/list` leaves out. */
  isToolCall: boolean
  /** Returns the network address of the client. */
  client: () => string
  /**
   * Counts a request that waits for changes as an open event stream. The signal is aborted when the wait must
   * end: see openStream in server/http/responses/send-events.ts.
   */
  openWait: () => { signal: AbortSignal; release: () => void }
  /** Converts an error to the format of API responses. Logs an unexpected error. */
  describeError: (thrown: unknown) => ErrorEnvelope['data']
}
