import type { Billing } from '#shared/contract/billing'
import { limits as absolute } from '#shared/contract/kit/limits'
import { plans, type CountedLimit } from '#shared/plans'
import { may } from '#shared/permissions'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { onlyWorkspace } from '~~/server/access/default-workspace'
import { settings } from '~~/server/settings'
import { limitsHold, ownedWorkspaces, usageOf } from './quotas'

/** Plan, usage and retention of a workspace, for everybody in it. */
export async function readBilling(actor: Actor, input: { workspaceId?: string }): Promise<Billing> {
  const human = requireHuman(actor)
  const { workspace, role } = await loadWorkspace(
    human,
    input.workspaceId ?? onlyWorkspace(human.roles),
    'look',
    db,
    'workspaceId',
  )
  const { limits, retention } = plans[workspace.plan]
  const now = Date.now()
  const holds = limitsHold(workspace.plan)
  const ceiling = (name: CountedLimit) => (holds ? limits[name] : null)
  const used = (name: Exclude<CountedLimit, 'workspaces'>) => usageOf(db, name, workspace.id, now)
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
      workspaces: await ownedWorkspaces(db, human.id, workspace.plan),
    },
    limits: {
      projectsPerWorkspace: ceiling('projectsPerWorkspace'),
      reviewsPerMonth: ceiling('reviewsPerMonth'),
      evidenceUnitsPerMonth: ceiling('evidenceUnitsPerMonth'),
      agentKeys: ceiling('agentKeys'),
      members: ceiling('members'),
      reviewers: ceiling('reviewers'),
      workspaces: ceiling('workspaces'),
      fileBytes: holds ? limits.fileBytes : absolute.videoBytes,
      videoMs: holds ? limits.videoMs : null,
    },
    retention: settings().retention === 'off' ? { visibleDays: null, recoverableDays: null } : retention,
    permissions: { canManageBilling: settings().stripe !== null && may(role, 'manage') },
  }
}
