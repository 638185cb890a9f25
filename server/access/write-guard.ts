import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { currentWrite, db, lock, withWriteGuard, type Db, type RunningWrite } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { token, user, workspace } from '~~/server/db/schema'
import type { Actor, Administrator, Caller } from './actor'
import { sessionRowsById } from './session-rows'
import { workspaceRoles } from './workspace-roles'
import { assertPersonActive } from './suspension'
import { assertTokenActive, isLive, tokenStates } from './token'

/** The state of the permission check of one database write. */
interface Check {
  /** The promise of {@link refreshCaller}; null until the write takes its first lock. */
  refreshed: Promise<void> | null
  isRefreshed: boolean
  isAuthorized: boolean
}

const checks = new WeakMap<RunningWrite, Check>()

function currentCheck(): Check | undefined {
  const write = currentWrite()
  return write && checks.get(write)
}

/**
 * Runs the request of an actor. A request body may take a minute to arrive, and decoding a file may take even
 * longer. Each transaction of the request therefore reads the caller again when it takes its lock: see
 * {@link beginPermissionCheck}. A transaction that checks no permission is rolled back with an internal
 * error, so that no operation can omit the check.
 */
export function runAs<T>(actor: Actor, run: () => Promise<T>): Promise<T> {
  if (actor.type === 'anonymous') return run()
  return withWriteGuard(async change => {
    const check: Check = { refreshed: null, isRefreshed: false, isAuthorized: false }
    const write = currentWrite()
    if (write) checks.set(write, check)
    const result = await change()
    if (!check.isAuthorized)
      throw new Error(
        'This write checks no permission: load through access/loaders with its tx, or call authorizeSelf.',
      )
    return result
  }, run)
}

/**
 * Begins the permission check of a database write: takes a lock, and then reads the caller from the database
 * again. This read throws `unauthorized` if the session or token has ended, and gives the checks of
 * authorize.ts the current roles. The lock is taken first, so that the locked data does not change until the
 * end of the write. Does nothing outside of a write.
 *
 * Statements that are called after this function, before it has resolved, are sent together with the lock: on
 * PostgreSQL that saves a round trip.
 */
export async function beginPermissionCheck(
  tx: Db,
  caller: Caller | Administrator,
  takeLock: (tx: Db) => Promise<void>,
): Promise<void> {
  if (!currentWrite()) return
  const locked = takeLock(tx)
  const check = currentCheck()
  if (check) check.refreshed ??= refreshCaller(caller, tx)
  await Promise.all([locked, check?.refreshed])
  if (check) check.isRefreshed = true
}

/** Begins the permission check of a database write that runs alone: see {@link beginPermissionCheck}. */
export const beginPermissionCheckAlone = (tx: Db, caller: Caller | Administrator): Promise<void> =>
  beginPermissionCheck(tx, caller, async () => {})

/**
 * Begins the permission check of a database write and locks a workspace: see {@link beginPermissionCheck}.
 */
export const beginPermissionCheckInWorkspace = (tx: Db, caller: Caller, workspaceId: string): Promise<void> =>
  beginPermissionCheck(tx, caller, () => lock(workspaceId))

/**
 * Updates the roles of a caller from the database. Throws `unauthorized` if the caller's session or token has
 * ended, and `suspended` if the caller is suspended. `ADMIN_TOKEN` is valid as long as the server runs.
 */
export async function refreshCaller(caller: Caller | Administrator, executor: Db = db): Promise<void> {
  if (caller.type === 'system') return
  if (caller.type === 'agent') {
    const [row] = await tokenOf(executor, { id: caller.id })
    if (!row || !isLive(row))
      throw new AppError('unauthorized', { message: 'This agent token was revoked or has expired.' })
    assertTokenActive(row)
    return
  }
  const rows = await sessionRowsById(executor, { id: caller.sessionId, now: new Date() })
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
 * Records that the current transaction has checked the permission of its caller. Throws an internal error if
 * the caller was not read again in this transaction, because the known permission may be out of date.
 */
export function markAuthorized(): void {
  const check = currentCheck()
  if (!check) return
  if (!check.isRefreshed)
    throw new Error('This write checks a permission before it has read the caller again.')
  check.isAuthorized = true
}

/**
 * Authorizes a transaction that needs no role, because it changes the caller's own account or because the
 * caller sends a secret that grants the action. Locks the account or token of the caller.
 */
export async function authorizeSelf(tx: Db, caller: Caller): Promise<void> {
  await beginPermissionCheck(tx, caller, () => lock(caller.id))
  markAuthorized()
}

/**
 * Authorizes a transaction as {@link authorizeSelf} does, if the transaction also changes workspaces. It runs
 * alone, with no other write at the same time.
 */
export async function authorizeSelfAlone(tx: Db, caller: Caller): Promise<void> {
  await beginPermissionCheckAlone(tx, caller)
  markAuthorized()
}
