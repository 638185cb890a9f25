import { sql } from 'drizzle-orm'
import type { ErrorCode } from '#shared/contract/kit/errors'
import type { ArtifactKind } from '#shared/contract/kit/fields'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { evidenceUnits, monthOf, plans, type CountedLimit, type PlanId } from '#shared/plans'
import { MINUTE } from '#shared/time'
import type { Db } from '~~/server/db'
import { meter } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { countOwnedWorkspaces, usageOf, type WorkspaceQuota } from './usage'

const MIB = 1024 * 1024

/** The fields of a workspace that its quotas depend on. */
export interface WorkspacePlan {
  id: string
  plan: PlanId
}

/**
 * Returns whether the limits of a plan apply on this server. They apply if billing is enabled, if the
 * operator enabled them, and always to unclaimed workspaces.
 */
export function limitsApply(plan: PlanId): boolean {
  return plan === 'unclaimed' || settings().planLimits || settings().stripe !== null
}

const quotas: Record<CountedLimit, { code: ErrorCode; noun: string }> = {
  projectsPerWorkspace: { code: 'project_limit_reached', noun: 'projects' },
  reviewsPerMonth: { code: 'review_limit_reached', noun: 'reviews this month' },
  evidenceUnitsPerMonth: { code: 'evidence_limit_reached', noun: 'evidence units this month' },
  agentKeys: { code: 'agent_key_limit_reached', noun: 'agent tokens' },
  members: { code: 'member_limit_reached', noun: 'members' },
  reviewers: { code: 'reviewer_limit_reached', noun: 'reviewers' },
  workspaces: { code: 'workspace_limit_reached', noun: 'workspaces' },
}

/**
 * The limits that apply on servers on which the limits of plans do not apply. They exist because some lists
 * of the API have no pages. People do not normally reach them.
 */
const limitsOfLists: Partial<Record<CountedLimit, number>> = {
  projectsPerWorkspace: limits.workspaceProjects,
  agentKeys: limits.workspaceTokens,
  workspaces: limits.ownedWorkspaces,
}

/**
 * Throws if the sum of `used` and `more` exceeds the limit of the plan. If the limits of plans do not apply,
 * uses the limit in {@link limitsOfLists}. The error states that a retry cannot succeed, and how a person can
 * make room.
 */
function assertFits(plan: PlanId, name: CountedLimit, used: number, more = 1): void {
  const isOfPlan = limitsApply(plan)
  const limit = isOfPlan ? plans[plan].limits[name] : (limitsOfLists[name] ?? null)
  if (limit === null || used + more <= limit) return
  const { code, noun } = quotas[name]
  const allowed = isOfPlan
    ? `The ${plans[plan].name} plan allows ${limit} ${noun}`
    : `At most ${limit} ${noun} are possible`
  const remedy = !isOfPlan
    ? 'deleting or revoking some that are no longer needed makes room.'
    : plan === 'unclaimed'
      ? 'claiming the workspace at its claim address raises this limit.'
      : 'the workspace owner can raise this limit under Settings, Usage.'
  throw new AppError(code, {
    message: `${allowed}; ${used} ${used === 1 ? 'is' : 'are'} used.`,
    hint: `Stop and tell a human: ${remedy} Retrying cannot succeed.`,
    quota: { used, limit, plan },
  })
}

/** Throws if `more` items exceed a quota of the workspace. Call it in the transaction that adds the items. */
export async function assertQuota(
  tx: Db,
  name: WorkspaceQuota,
  workspace: WorkspacePlan,
  more = 1,
): Promise<void> {
  assertFits(workspace.plan, name, await usageOf(tx, name, workspace.id), more)
}

/**
 * Throws if a person owns as many workspaces as the plan allows. Call it in the transaction that adds a
 * workspace.
 */
export async function assertWorkspaceQuota(tx: Db, userId: string, plan: PlanId): Promise<void> {
  assertFits(plan, 'workspaces', await countOwnedWorkspaces(tx, userId, plan))
}

/**
 * Adds reviews or evidence units to the monthly count of the workspace. Call it in the transaction that
 * creates them. Throws if the new count is larger than the plan allows.
 */
export async function consumeQuota(
  tx: Db,
  what: 'reviews' | 'evidenceUnits',
  workspace: WorkspacePlan,
  units: number,
  now: number,
): Promise<void> {
  const [row] = await tx
    .insert(meter)
    .values({ workspaceId: workspace.id, month: monthOf(now), [what]: units })
    .onConflictDoUpdate({
      target: [meter.workspaceId, meter.month],
      set: { [what]: sql`${meter[what]} + ${units}` },
    })
    .returning()
  const before = (row?.[what] ?? units) - units
  assertFits(workspace.plan, what === 'reviews' ? 'reviewsPerMonth' : 'evidenceUnitsPerMonth', before, units)
}

/**
 * Throws for a video that is longer than the plan allows, and for evidence that exceeds the remaining quota
 * of the month. This early check consumes no quota; {@link consumeQuota} does.
 */
export async function assertEvidenceQuota(
  executor: Db,
  workspace: WorkspacePlan,
  kind: ArtifactKind,
  durationMs: number | null,
): Promise<void> {
  if (kind === 'video') assertVideoLength(workspace.plan, durationMs ?? 0)
  await assertQuota(executor, 'evidenceUnitsPerMonth', workspace, evidenceUnits(kind, durationMs))
}

/** Throws for a file that is larger than the plan allows. */
export function assertFileSize(plan: PlanId, bytes: number): void {
  const limit = plans[plan].limits.fileBytes
  if (limitsApply(plan) && bytes > limit)
    throw fileError('file_size_limit_reached', plan, bytes, limit, { noun: 'files', unit: 'MiB', size: MIB })
}

function assertVideoLength(plan: PlanId, durationMs: number): void {
  const limit = plans[plan].limits.videoMs
  if (limitsApply(plan) && durationMs > limit)
    throw fileError('video_length_limit_reached', plan, durationMs, limit, {
      noun: 'videos',
      unit: 'min',
      size: MINUTE,
    })
}

/**
 * Returns the error for a single file that is larger or longer than the plan allows. Unlike the error for a
 * reached quota, it states no usage, and does not suggest claiming the workspace, since this would not help.
 */
function fileError(
  code: ErrorCode,
  plan: PlanId,
  used: number,
  limit: number,
  { noun, unit, size }: { noun: string; unit: string; size: number },
): AppError {
  // The size is rounded up: otherwise, the message about a file one byte over the limit would state the limit
  // itself as the size of the file.
  const excess = Math.ceil((used / size) * 10) / 10
  return new AppError(code, {
    message:
      `The ${plans[plan].name} plan allows ${noun} of at most ${limit / size} ${unit}; ` +
      `this one has ${excess} ${unit}.`,
    hint:
      'Stop and tell a human: a larger plan allows more, and a shorter or smaller video may fit. ' +
      'Retrying with this file cannot succeed.',
    quota: { used, limit, plan },
  })
}
