import type { Billing } from '#shared/contract/billing'
import { limits as absolute } from '#shared/contract/kit/limits'
import { plans, retentionOf, type CountedLimit } from '#shared/plans'
import { may } from '#shared/permissions'
import type { HumanActor } from '~~/server/access/actor'
import { defaultWorkspace } from '~~/server/access/default-workspace'
import { loadWorkspace } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { settings } from '~~/server/settings'
import { limitsApply } from './quotas'
import { storedBytesOf } from './storage-quota'
import { countOwnedWorkspaces, usageOf, type WorkspaceQuota } from './usage'

/** Returns the plan, usage and retention of a workspace, for all of its members. */
export async function readBilling(human: HumanActor, input: { workspaceId?: string }): Promise<Billing> {
  const { workspace, role } = await loadWorkspace(
    human,
    input.workspaceId ?? defaultWorkspace(human),
    'useDashboard',
    db,
    'workspaceId',
  )
  const { limits } = plans[workspace.plan]
  const now = Date.now()
  const applies = limitsApply(workspace.plan)
  const limit = (name: CountedLimit) => (applies ? limits[name] : null)
  const used = (name: WorkspaceQuota) => usageOf(db, name, workspace.id, now)
  return {
    workspaceId: workspace.id,
    plan: workspace.plan,
    billing: settings().stripe ? 'stripe' : 'off',
    usage: {
      projectsPerWorkspace: await used('projectsPerWorkspace'),
      reviewsPerMonth: await used('reviewsPerMonth'),
      evidenceUnitsPerMonth: await used('evidenceUnitsPerMonth'),
      agentKeys: await used('agentKeys'),
      members: await used('members'),
      reviewers: await used('reviewers'),
      workspaces: await countOwnedWorkspaces(db, human.id, workspace.plan),
    },
    limits: {
      projectsPerWorkspace: limit('projectsPerWorkspace'),
      reviewsPerMonth: limit('reviewsPerMonth'),
      evidenceUnitsPerMonth: limit('evidenceUnitsPerMonth'),
      agentKeys: limit('agentKeys'),
      members: limit('members'),
      reviewers: limit('reviewers'),
      workspaces: limit('workspaces'),
      fileBytes: applies ? limits.fileBytes : absolute.videoBytes,
      videoMs: applies ? limits.videoMs : null,
    },
    storedBytes: await storedBytesOf(db, workspace.id),
    storageQuota: workspace.storageQuota,
    retention: {
      ...(retentionOf(workspace, settings().retention) ?? { visibleDays: null, recoverableDays: null }),
      isSetByAdmin: workspace.retentionDays !== null,
    },
    permissions: {
      canManageBilling: settings().stripe !== null && may({ type: 'human', role }, 'manageWorkspace'),
    },
  }
}
