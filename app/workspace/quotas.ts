import type { ReachedQuota } from '#shared/client'
import type { Billing } from '#shared/contract/billing'
import type { ErrorCode } from '#shared/contract/kit/errors'
import { plans, type PlanId } from '#shared/plans'
import { formatCount } from '~/ui/format'

/** The name of a limit of a plan. */
export type Quota = keyof Billing['limits']

/** The label of every limit of a plan, and the error code of a request that exceeds it. */
export const quotas: Record<Quota, { label: string; code: ErrorCode }> = {
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
const round = (value: number) => Math.round(value * 10) / 10

/** Formats a value of a quota with its unit: "20,000", "50 MiB", "5 min". */
export function formatQuota(quota: Quota, value: number): string {
  if (quota === 'fileBytes') return `${round(value / MIB)} MiB`
  if (quota === 'videoMs') return `${round(value / MINUTE_MS)} min`
  return formatCount(value)
}

/** Explains a reached quota: "Projects: 5 of 5 used on the Free plan.", and who can change the plan. */
export function quotaMessage(code: string, { used, limit, plan }: ReachedQuota): string {
  const quota = (Object.keys(quotas) as Quota[]).find(each => quotas[each].code === code)
  const planName = plans[plan as PlanId]?.name ?? plan
  const [usedText, limitText] = [used, limit].map(each => (quota ? formatQuota(quota, each) : String(each)))
  const subject = quota ? `${quotas[quota].label}: ` : ''
  return (
    `${subject}${usedText} of ${limitText} used on the ${planName} plan. ` +
    'A workspace owner can change the plan under Settings → Plan and usage.'
  )
}
