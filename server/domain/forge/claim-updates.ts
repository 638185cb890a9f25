import { and, asc, eq, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { MINUTE } from '#shared/time'
import { db, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { forgeConnection, project, pullRequestUpdate, workspace } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import type { Busy } from '~~/server/outgoing/outbox-worker'
import type { ConnectionRow, UpdateRow } from './serialize'

/**
 * The lease of an update, longer than any update takes. After it, the update of a killed process is due
 * again.
 */
const LEASE_MS = MINUTE

/** An update to a pull request that this process writes. */
export interface ClaimedUpdate {
  update: UpdateRow
  connection: ConnectionRow
  workspaceId: string
}

const anyDue = prepared({ now: pullRequestUpdate.dueAt }, (executor, { now }) =>
  executor
    .select({ reviewId: pullRequestUpdate.reviewId })
    .from(pullRequestUpdate)
    .where(and(isNotNull(pullRequestUpdate.dueAt), lte(pullRequestUpdate.dueAt, now)))
    .limit(1),
)

/**
 * Selects updates that are due and claimed by no process. Updates of suspended workspaces and paused ones
 * wait.
 */
const selectDue = (executor: Db, now: number, { receivers, accounts }: Busy) =>
  executor
    .select({
      update: pullRequestUpdate,
      connection: forgeConnection,
      workspaceId: project.workspaceId,
    })
    .from(pullRequestUpdate)
    .innerJoin(forgeConnection, eq(forgeConnection.projectId, pullRequestUpdate.projectId))
    .innerJoin(project, eq(project.id, pullRequestUpdate.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
    .where(
      and(
        isNotNull(pullRequestUpdate.dueAt),
        lte(pullRequestUpdate.dueAt, now),
        or(isNull(pullRequestUpdate.claimedUntil), lte(pullRequestUpdate.claimedUntil, now)),
        or(isNull(forgeConnection.pausedUntil), lte(forgeConnection.pausedUntil, now)),
        whereActive(workspace),
        receivers.length > 0 ? notInArray(pullRequestUpdate.projectId, receivers) : undefined,
        accounts.length > 0
          ? notInArray(sql`coalesce(${forgeConnection.createdBy}, ${project.workspaceId})`, accounts)
          : undefined,
      ),
    )
    .orderBy(asc(pullRequestUpdate.dueAt), asc(pullRequestUpdate.reviewId))

/**
 * Claims due updates, oldest first, so that no other node writes them: at most `limit`, and none in `except`.
 * A claim ends with its result, or after a minute.
 */
export async function claimUpdates(limit: number, except: Busy): Promise<ClaimedUpdate[]> {
  const now = Date.now()
  const any = await anyDue(db, { now })
  // Updates that wait for a rate limit are due too. They must not cost a write each second.
  if (any.length === 0 || (await selectDue(db, now, except).limit(1)).length === 0) return []
  return writeUnguarded(async tx => {
    const claimed: ClaimedUpdate[] = []
    for (const { update, ...due } of await selectDue(tx, now, except).limit(limit)) {
      const until = now + LEASE_MS
      const claim = { attempt: update.attempt + 1, claimedUntil: until, dueAt: until }
      await tx.update(pullRequestUpdate).set(claim).where(eq(pullRequestUpdate.reviewId, update.reviewId))
      claimed.push({ update: { ...update, ...claim }, ...due })
    }
    return claimed
  })
}
