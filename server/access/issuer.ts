import { and, eq } from 'drizzle-orm'
import type { AuthorType } from '#shared/contract/thread'
import { may, type Action } from '#shared/permissions'
import type { Db } from '~~/server/db'
import { membership, token, user, workspace } from '~~/server/db/schema'
import { assertPersonActive, assertWorkspaceActive } from './suspension'
import { assertTokenActive, liveTokens, tokenStates } from './token'

/** The caller that requested an upload URL, with the fields of an actor in an audit event. */
export interface Issuer {
  type: AuthorType
  id: string
  name: string
}

/**
 * Returns the token or person that requested an upload URL. Returns null if they may no longer do the action:
 * the token was revoked or has expired, or the person left the workspace or has a role that does not allow
 * the action. Throws `suspended` while the token's creator, the person or the workspace is suspended.
 */
export async function findValidIssuer(
  executor: Db,
  issued: Omit<Issuer, 'name'>,
  workspaceId: string,
  action: Action,
): Promise<Issuer | null> {
  if (issued.type === 'agent') {
    const [row] = await executor
      .select({ name: token.name, capabilities: token.capabilities, ...tokenStates })
      .from(token)
      .innerJoin(workspace, eq(workspace.id, token.workspaceId))
      .leftJoin(user, eq(user.id, token.createdBy))
      .where(and(eq(token.id, issued.id), liveTokens()))
    if (row) assertTokenActive(row)
    return row && may({ type: 'agent', capabilities: row.capabilities }, action)
      ? { ...issued, name: row.name }
      : null
  }
  const [row] = await executor
    .select({ person: user, role: membership.role, workspace })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .innerJoin(workspace, eq(workspace.id, membership.workspaceId))
    .where(and(eq(membership.userId, issued.id), eq(membership.workspaceId, workspaceId)))
  if (!row) return null
  assertWorkspaceActive(row.workspace)
  assertPersonActive(row.person)
  return may({ type: 'human', role: row.role }, action) ? { ...issued, name: row.person.name } : null
}
