import { and, asc, eq, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { BaselineRule } from '#shared/contract/comparison'
import { db, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import {
  forgeConnection,
  project,
  type pullRequestQuestion,
  pullRequestUpdate,
  workspace,
} from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'
import { CLAIM_MS, type Busy } from '~~/server/outgoing/outbox-worker'
import type { ConnectionRow, UpdateRow } from './serialize'

/** Returns the fields with which a process claims a row of an outbox for the time of the lease. */
export function claimAt(now: number, { attempt }: Pick<UpdateRow, 'attempt'>) {
  const until = now + CLAIM_MS
  return { attempt: attempt + 1, claimedUntil: until, dueAt: until }
}

/** An update of a pull request that this process has claimed and performs. */
export interface ClaimedUpdate {
  update: UpdateRow
  connection: ConnectionRow
  workspaceId: string
  baselines: BaselineRule
}

const anyDue = prepared({ now: pullRequestUpdate.dueAt }, (executor, { now }) =>
  executor
    .select({ reviewId: pullRequestUpdate.reviewId })
    .from(pullRequestUpdate)
    .where(and(isNotNull(pullRequestUpdate.dueAt), lte(pullRequestUpdate.dueAt, now)))
    .limit(1),
)

/**
 * Returns the condition for rows of an outbox that are due and that no process has claimed. Leaves out rows
 * of suspended workspaces and of paused connections, and rows of projects and accounts that already have as
 * many requests running as their fair share allows. The query must join the connection, the project and the
 * workspace.
 */
export const whereDue = (
  outbox: typeof pullRequestUpdate | typeof pullRequestQuestion,
  now: number,
  { receivers, accounts }: Busy,
) =>
  and(
    isNotNull(outbox.dueAt),
    lte(outbox.dueAt, now),
    or(isNull(outbox.claimedUntil), lte(outbox.claimedUntil, now)),
    or(isNull(forgeConnection.pausedUntil), lte(forgeConnection.pausedUntil, now)),
    whereActive(workspace),
    receivers.length > 0 ? notInArray(outbox.projectId, receivers) : undefined,
    accounts.length > 0
      ? notInArray(sql`coalesce(${forgeConnection.createdBy}, ${project.workspaceId})`, accounts)
      : undefined,
  )

const selectDue = (executor: Db, now: number, busy: Busy) =>
  executor
    .select({
      update: pullRequestUpdate,
      connection: forgeConnection,
      workspaceId: project.workspaceId,
      baselines: project.baselines,
    })
    .from(pullRequestUpdate)
    .innerJoin(forgeConnection, eq(forgeConnection.projectId, pullRequestUpdate.projectId))
    .innerJoin(project, eq(project.id, pullRequestUpdate.projectId))
    .innerJoin(workspace, eq(workspace.id, project.workspaceId))
    .where(whereDue(pullRequestUpdate, now, busy))
    .orderBy(asc(pullRequestUpdate.dueAt), asc(pullRequestUpdate.reviewId))

/**
 * Claims due updates, oldest first, so that no other node performs them. Claims at most `limit` updates, and
 * none of the projects and accounts in `except`. A claim ends when the result is stored, or after a minute.
 */
export async function claimUpdates(limit: number, except: Busy): Promise<ClaimedUpdate[]> {
  const now = Date.now()
  const any = await anyDue(db, { now })
  // The first query also returns updates of connections that are paused because of a rate limit. Without the
  // second query, these updates would cause a write transaction each second.
  if (any.length === 0 || (await selectDue(db, now, except).limit(1)).length === 0) return []
  return writeUnguarded(async tx => {
    const claimed: ClaimedUpdate[] = []
    for (const { update, ...due } of await selectDue(tx, now, except).limit(limit)) {
      const claim = claimAt(now, update)
      await tx.update(pullRequestUpdate).set(claim).where(eq(pullRequestUpdate.reviewId, update.reviewId))
      claimed.push({ update: { ...update, ...claim }, ...due })
    }
    return claimed
  })
}
