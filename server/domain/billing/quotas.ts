import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ErrorCode } from '#shared/contract/kit/errors'
import type { ArtifactKind } from '#shared/contract/kit/fields'
import { AppError } from '#shared/errors'
import { evidenceUnits, monthOf, plans, type CountedLimit, type PlanId } from '#shared/plans'
import { liveTokens } from '~~/server/access/token'
import type { Db } from '~~/server/db'
import { membership, meter, project, token, workspace } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** The workspace a ceiling is asked of. */
export interface Subscriber {
  id: string
  plan: PlanId
}

/**
 * Whether a plan's ceilings hold here: with billing on, or when the operator says so; always for unclaimed
 * workspaces.
 */
export function limitsHold(plan: PlanId): boolean {
  return plan === 'unclaimed' || settings().planLimits || settings().stripe !== null
}

const codes: Record<CountedLimit, ErrorCode> = {
  projectsPerWorkspace: 'project_limit_reached',
  reviewsPerMonth: 'review_limit_reached',
  evidenceUnitsPerMonth: 'evidence_limit_reached',
  agentKeys: 'agent_key_limit_reached',
  members: 'member_limit_reached',
  reviewers: 'reviewer_limit_reached',
  workspaces: 'workspace_limit_reached',
}

const things: Record<CountedLimit, string> = {
  projectsPerWorkspace: 'projects',
  reviewsPerMonth: 'reviews this month',
  evidenceUnitsPerMonth: 'evidence units this month',
  agentKeys: 'agent tokens',
  members: 'members',
  reviewers: 'reviewers',
  workspaces: 'workspaces',
}

/**
 * The refusal of a plan's ceiling: how much is used, of what, on which plan. Retrying cannot succeed; a
 * person can raise it.
 */
export function ceilingReached(
  code: ErrorCode,
  plan: PlanId,
  used: number,
  limit: number,
  what: string,
): AppError {
  return new AppError(code, {
    message: `The ${plans[plan].name} plan allows ${limit} ${what}; ${used} ${used === 1 ? 'is' : 'are'} used.`,
    hint:
      plan === 'unclaimed'
        ? 'Stop and tell a human: claiming the workspace at its claim address raises this. Retrying cannot succeed.'
        : 'Stop and tell a human: the workspace owner can raise this under Settings, Plan and usage. Retrying cannot succeed.',
    ceiling: { used, limit, plan },
  })
}

/** Throws unless `used` and `more` fit under the plan's ceiling. */
export function assertFits(plan: PlanId, name: CountedLimit, used: number, more = 1): void {
  const limit = plans[plan].limits[name]
  if (limit !== null && limitsHold(plan) && used + more > limit)
    throw ceilingReached(codes[name], plan, used, limit, things[name])
}

type Counter = (q: Db, workspaceId: string, now: number) => Promise<number>

/** How much of each ceiling a workspace uses at present; what one person owns is {@link ownedWorkspaces}. */
const counters: Record<Exclude<CountedLimit, 'workspaces'>, Counter> = {
  projectsPerWorkspace: (q, id) =>
    counted(q.select({ n: count() }).from(project).where(eq(project.workspaceId, id))),
  agentKeys: (q, id, now) =>
    counted(
      q
        .select({ n: count() })
        .from(token)
        .where(and(eq(token.workspaceId, id), liveTokens(now))),
    ),
  members: (q, id) =>
    counted(
      q
        .select({ n: count() })
        .from(membership)
        .where(and(eq(membership.workspaceId, id), ne(membership.role, 'reviewer'))),
    ),
  reviewers: (q, id) =>
    counted(
      q
        .select({ n: count() })
        .from(membership)
        .where(and(eq(membership.workspaceId, id), eq(membership.role, 'reviewer'))),
    ),
  reviewsPerMonth: async (q, id, now) => (await metered(q, id, now)).reviews,
  evidenceUnitsPerMonth: async (q, id, now) => (await metered(q, id, now)).evidenceUnits,
}

async function counted(query: PromiseLike<{ n: number }[]>): Promise<number> {
  const [row] = await query
  return row?.n ?? 0
}

async function metered(q: Db, workspaceId: string, now: number) {
  const [row] = await q
    .select()
    .from(meter)
    .where(and(eq(meter.workspaceId, workspaceId), eq(meter.month, monthOf(now))))
  return row ?? { reviews: 0, evidenceUnits: 0 }
}

/** How much of a ceiling is used. */
export function usageOf(
  q: Db,
  name: keyof typeof counters,
  workspaceId: string,
  now = Date.now(),
): Promise<number> {
  return counters[name](q, workspaceId, now)
}

/**
 * Throws when one more would pass the ceiling. In the transaction of the change, so that no race passes it.
 */
export async function assertRoom(
  tx: Db,
  name: keyof typeof counters,
  subscriber: Subscriber,
  more = 1,
): Promise<void> {
  assertFits(subscriber.plan, name, await usageOf(tx, name, subscriber.id), more)
}

/** How many workspaces a person owns on a plan. */
export function ownedWorkspaces(q: Db, userId: string, plan: PlanId): Promise<number> {
  const owned = q
    .select({ id: membership.workspaceId })
    .from(membership)
    .where(and(eq(membership.userId, userId), eq(membership.role, 'owner')))
  return counted(
    q
      .select({ n: count() })
      .from(workspace)
      .where(and(eq(workspace.plan, plan), inArray(workspace.id, owned))),
  )
}

/** Throws when the person owns as many workspaces as the plan allows one person. */
export async function assertRoomForWorkspace(tx: Db, userId: string, plan: PlanId): Promise<void> {
  assertFits(plan, 'workspaces', await ownedWorkspaces(tx, userId, plan))
}

/**
 * Counts reviews or evidence units on the workspace's meter, in the transaction of what is counted; throws
 * past the ceiling.
 */
export async function consume(
  tx: Db,
  what: 'reviews' | 'evidenceUnits',
  subscriber: Subscriber,
  units: number,
  now: number,
): Promise<void> {
  const [row] = await tx
    .insert(meter)
    .values({ workspaceId: subscriber.id, month: monthOf(now), [what]: units })
    .onConflictDoUpdate({
      target: [meter.workspaceId, meter.month],
      set: { [what]: sql`${meter[what]} + ${units}` },
    })
    .returning()
  const before = (row?.[what] ?? units) - units
  assertFits(subscriber.plan, what === 'reviews' ? 'reviewsPerMonth' : 'evidenceUnitsPerMonth', before, units)
}

/** Throws for a file larger than the plan takes. */
export function assertFileSize(plan: PlanId, bytes: number): void {
  const limit = plans[plan].limits.fileBytes
  if (limitsHold(plan) && bytes > limit)
    throw fileRefused('file_size_limit_reached', plan, bytes, limit, 'bytes')
}

/**
 * Throws for evidence the plan has no room for: a video that is too long, or more units than the month has
 * left. For refusing early; the meter itself moves with {@link consume}.
 */
export async function assertEvidenceFits(
  q: Db,
  subscriber: Subscriber,
  kind: ArtifactKind,
  durationMs: number | null,
): Promise<void> {
  if (kind === 'video') assertVideoLength(subscriber.plan, durationMs ?? 0)
  await assertRoom(q, 'evidenceUnitsPerMonth', subscriber, evidenceUnits(kind, durationMs))
}

/** Throws for a video longer than the plan takes. */
function assertVideoLength(plan: PlanId, durationMs: number): void {
  const limit = plans[plan].limits.videoMs
  if (limitsHold(plan) && durationMs > limit)
    throw fileRefused('video_length_limit_reached', plan, durationMs, limit, 'milliseconds')
}

/** The refusal of one file: nothing is used up, and claiming a workspace would not help. */
function fileRefused(code: ErrorCode, plan: PlanId, used: number, limit: number, unit: string): AppError {
  return new AppError(code, {
    message: `The ${plans[plan].name} plan takes files of at most ${limit} ${unit}; this one has ${used}.`,
    hint: 'Stop and tell a human: a wider plan takes more, and so would a shorter or smaller recording. Retrying with this file cannot succeed.',
    ceiling: { used, limit, plan },
  })
}
