import type { Billing } from '#shared/contract/billing'
import type { ErrorCode } from '#shared/contract/kit/errors'
import { plans, type PlanId } from '#shared/plans'

export type Ceiling = keyof Billing['limits']

/** Every ceiling of a plan: how people call it, and the code of the refusal at it. */
export const ceilings: Record<Ceiling, { label: string; code: ErrorCode }> = {
  projectsPerWorkspace: { label: 'Projects', code: 'project_limit_reached' },
  reviewsPerMonth: { label: 'Reviews this month', code: 'review_limit_reached' },
  evidenceUnitsPerMonth: { label: 'Evidence units this month', code: 'evidence_limit_reached' },
  agentKeys: { label: 'Agent tokens', code: 'agent_key_limit_reached' },
  members: { label: 'Owners and members', code: 'member_limit_reached' },
  reviewers: { label: 'Reviewers', code: 'reviewer_limit_reached' },
  workspaces: { label: 'Workspaces you own', code: 'workspace_limit_reached' },
  fileBytes: { label: 'Maximum file size', code: 'file_size_limit_reached' },
  videoMs: { label: 'Maximum video length', code: 'video_length_limit_reached' },
}

const MIB = 1024 * 1024
const MINUTE_MS = 60_000

/** A number of a ceiling with its unit: "20,000", "50 MiB", "5 min". */
export function amount(ceiling: Ceiling, value: number): string {
  if (ceiling === 'fileBytes') return `${Math.round((value / MIB) * 10) / 10} MiB`
  if (ceiling === 'videoMs') return `${Math.round((value / MINUTE_MS) * 10) / 10} min`
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** What a refusal at a ceiling says of itself. */
export interface Reached {
  used: number
  limit: number
  plan: string
}

/**
 * "Projects: 5 of 5 used on the Free plan. A workspace owner can change the plan under Settings → Plan and usage."
 */
export function reachedText(code: string, { used, limit, plan }: Reached): string {
  const ceiling = (Object.keys(ceilings) as Ceiling[]).find(each => ceilings[each].code === code)
  const named = plans[plan as PlanId]?.name ?? plan
  const what =
    ceiling === undefined
      ? `The ${named} plan allows ${limit}; ${used} are used.`
      : `${ceilings[ceiling].label}: ${amount(ceiling, used)} of ${amount(ceiling, limit)} used on the ${named} plan.`
  return `${what} A workspace owner can change the plan under Settings → Plan and usage.`
}
