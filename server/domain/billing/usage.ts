import { and, count, eq, inArray, isNull, ne } from 'drizzle-orm'
import { monthOf, type CountedLimit, type PlanId } from '#shared/plans'
import { liveTokens } from '~~/server/access/token'
import type { Db } from '~~/server/db'
import { membership, meter, project, token, workspace } from '~~/server/db/schema'

/**
 * The quotas of a workspace. The number of workspaces is a quota of a person: see {@link
 * countOwnedWorkspaces}.
 */
export type WorkspaceQuota = Exclude<CountedLimit, 'workspaces'>

type Counter = (executor: Db, workspaceId: string, now: number) => Promise<number>

const counters: Record<WorkspaceQuota, Counter> = {
  projectsPerWorkspace: (executor, id) =>
    firstCount(executor.select({ n: count() }).from(project).where(eq(project.workspaceId, id))),
  agentKeys: (executor, id, now) =>
    firstCount(
      executor
        .select({ n: count() })
        .from(token)
        .where(and(eq(token.workspaceId, id), liveTokens(now))),
    ),
  members: (executor, id) =>
    firstCount(
      executor
        .select({ n: count() })
        .from(membership)
        .where(and(eq(membership.workspaceId, id), ne(membership.role, 'reviewer'))),
    ),
  reviewers: (executor, id) =>
    firstCount(
      executor
        .select({ n: count() })
        .from(membership)
        .where(and(eq(membership.workspaceId, id), eq(membership.role, 'reviewer'))),
    ),
  reviewsPerMonth: async (executor, id, now) => (await readMeter(executor, id, now)).reviews,
  evidenceUnitsPerMonth: async (executor, id, now) => (await readMeter(executor, id, now)).evidenceUnits,
}

/** Returns how much of a quota a workspace has used. */
export function usageOf(
  executor: Db,
  name: WorkspaceQuota,
  workspaceId: string,
  now = Date.now(),
): Promise<number> {
  return counters[name](executor, workspaceId, now)
}

/**
 * Returns the number of workspaces on a plan that a person owns. Workspaces that are going to be deleted do
 * not count.
 */
export function countOwnedWorkspaces(executor: Db, userId: string, plan: PlanId): Promise<number> {
  const owned = executor
    .select({ id: membership.workspaceId })
    .from(membership)
    .where(and(eq(membership.userId, userId), eq(membership.role, 'owner')))
  return firstCount(
    executor
      .select({ n: count() })
      .from(workspace)
      .where(and(eq(workspace.plan, plan), isNull(workspace.deletesAt), inArray(workspace.id, owned))),
  )
}

async function firstCount(query: PromiseLike<{ n: number }[]>): Promise<number> {
  const [row] = await query
  return row?.n ?? 0
}

async function readMeter(executor: Db, workspaceId: string, now: number) {
  const [row] = await executor
    .select()
    .from(meter)
    .where(and(eq(meter.workspaceId, workspaceId), eq(meter.month, monthOf(now))))
  return row ?? { reviews: 0, evidenceUnits: 0 }
}
