import { and, eq, gt } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { db, withWriteGuard, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { membership, session, token, user, workspace } from '~~/server/db/schema'
import type { Actor, Caller } from './actor'
import { workspaceRoles } from './workspace-roles'
import { assertPersonActive } from './suspension'
import { assertTokenActive, isLive, tokenStates } from './token'

/** Marks a caller whose permission was checked in the current transaction. */
const isAuthorized = Symbol('authorized')
type Checked = Caller & { [isAuthorized]?: boolean }

/**
 * Runs the request of an actor. A request body may take a minute to arrive, and decoding a file may take even
 * longer. Each transaction of the request therefore first reads the caller again. This read throws
 * `unauthorized` if the session or token has ended, and gives the loaders of loaders.ts the current roles. A
 * transaction that checks no permission is rolled back with an internal error, so that no operation can omit
 * the check.
 */
export function runAs<T>(actor: Actor, run: () => Promise<T>): Promise<T> {
  if (actor.type === 'anonymous') return run()
  const checked: Checked = actor
  return withWriteGuard(async (tx, change) => {
    await refreshCaller(actor, tx)
    checked[isAuthorized] = false
    const result = await change()
    if (!checked[isAuthorized])
      throw new Error(
        'This write checks no permission: load through access/loaders with its tx, or call authorizeSelf.',
      )
    return result
  }, run)
}

/**
 * Updates the roles of a caller from the database. Throws `unauthorized` if the caller's session or token has
 * ended, and `suspended` if the caller is suspended.
 */
export async function refreshCaller(caller: Caller, executor: Db = db): Promise<void> {
  if (caller.type === 'agent') {
    const [row] = await tokenOf(executor, { id: caller.id })
    if (!row || !isLive(row))
      throw new AppError('unauthorized', { message: 'This agent token was revoked or has expired.' })
    assertTokenActive(row)
    return
  }
  const rows = await rolesOf(executor, { id: caller.sessionId, now: new Date() })
  if (rows.length === 0)
    throw new AppError('unauthorized', { message: 'This session has ended.', hint: 'Sign in again.' })
  for (const { person } of rows) assertPersonActive(person)
  Object.assign(caller, workspaceRoles(rows))
}

const tokenOf = prepared({ id: token.id }, (executor, { id }) =>
  executor
    .select({ revokedAt: token.revokedAt, expiresAt: token.expiresAt, ...tokenStates })
    .from(token)
    .innerJoin(workspace, eq(workspace.id, token.workspaceId))
    .leftJoin(user, eq(user.id, token.createdBy))
    .where(eq(token.id, id)),
)

/**
 * Selects the session's person: one row for each workspace of the person, or one row if they have no
 * workspace.
 */
const rolesOf = prepared({ id: session.id, now: session.expiresAt }, (executor, { id, now }) =>
  executor
    .select({
      person: { suspendedAt: user.suspendedAt, deletesAt: user.deletesAt },
      workspaceId: membership.workspaceId,
      role: membership.role,
      suspendedAt: workspace.suspendedAt,
      deletesAt: workspace.deletesAt,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(membership, eq(membership.userId, session.userId))
    .leftJoin(workspace, eq(workspace.id, membership.workspaceId))
    .where(and(eq(session.id, id), gt(session.expiresAt, now))),
)

/** Records that the current transaction has checked the caller's permission. Called by requirePermission. */
export function markAuthorized(caller: Checked): void {
  caller[isAuthorized] = true
}

/**
 * Authorizes a transaction that needs no role, because it changes the caller's own account or because the
 * caller sends a secret that grants the action.
 */
export function authorizeSelf(caller: Caller): void {
  markAuthorized(caller)
}
