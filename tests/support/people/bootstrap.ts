import { caller } from '../server/client'
import type { TestServer } from '../server/server'

/** The response to an agent that starts without an account. */
export interface Bootstrapped {
  workspaceId: string
  project: { id: string; name: string; slug: string }
  token: string
  claimUrl: string
  retentionDays: number
  warning: string
}

/**
 * Creates a workspace and an agent without an account. Returns the response, a function that calls the server
 * as the new agent, and the claim code.
 */
export async function bootstrapOn(server: TestServer, body?: unknown) {
  const response = await caller(server)<Bootstrapped>('POST', '/v1/bootstrap', body)
  return {
    ...response,
    agent: caller(server, { authorization: `Bearer ${response.body.token}` }),
    code: response.body.claimUrl?.split('/').at(-1) ?? '',
  }
}
