import { eq } from 'drizzle-orm'
import type { Billing } from '#shared/contract/billing'
import { limits as absolute } from '#shared/contract/kit/limits'
import { plans, retentionOf, type CountedLimit } from '#shared/plans'
import { may } from '#shared/permissions'
import type { HumanActor } from '~~/server/access/actor'
import { defaultWorkspace } from '~~/server/access/default-workspace'
import { loadWorkspace } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { artifact, commentImage, review, revision } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { limitsApply } from './quotas'
import { commentImageBytes, storedBytes } from './stored-bytes'
import { countOwnedWorkspaces, usageOf, type WorkspaceQuota } from './usage'

/** Returns plan, usage and retention of a workspace, for all of its members. */
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
    storedBytes: await storedBytesOf(workspace.id),
    retention: retentionOf(workspace.plan, settings().retention) ?? {
      visibleDays: null,
      recoverableDays: null,
    },
    permissions: {
      canManageBilling: settings().stripe !== null && may({ type: 'human', role }, 'manageWorkspace'),
    },
  }
}

/** Returns how many bytes are stored for the evidence of a workspace and for the images of its comments. */
async function storedBytesOf(workspaceId: string): Promise<number> {
  const [sum] = await db
    .select(storedBytes)
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(eq(review.workspaceId, workspaceId))
  const [ofComments] = await db
    .select({ bytes: commentImageBytes })
    .from(commentImage)
    .innerJoin(review, eq(review.id, commentImage.reviewId))
    .where(eq(review.workspaceId, workspaceId))
  const { images = 0, videos = 0, derivatives = 0 } = sum ?? {}
  return images + videos + derivatives + (ofComments?.bytes ?? 0)
}
