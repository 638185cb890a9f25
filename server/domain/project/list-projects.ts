import type { Input, Output } from '#shared/contract'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import type { Validators } from '~~/server/process/validators'
import { serializeProject } from './serialize'
import { projectsValidators, visibleProjects, type ProjectRow } from './visible-projects'

type ListInput = Input<'listProjects'>

/**
 * Lists the projects of a person by name, each with the number of its reviews and the number of reviews that
 * are not verified.
 */
export async function listProjects(human: HumanActor, input: ListInput): Promise<Output<'listProjects'>> {
  const rows = await listedProjects(human, input)
  return {
    projects: rows.toSorted(byName).map(each => ({
      ...serializeProject(each),
      reviewCount: each.reviewCount,
      openReviewCount: each.openReviewCount,
      needsAllReviewers: each.needsAllReviewers,
      baselines: each.baselines,
      passesUnchanged: each.passesUnchanged,
      repository: each.repository,
      createdAt: iso(each.createdAt),
    })),
  }
}

/**
 * Returns the values that decide whether the response of {@link listProjects} has changed. Throws the same
 * errors as the operation `listProjects`.
 */
export async function projectListValidators(human: HumanActor, input: ListInput): Promise<Validators> {
  return projectsValidators(await listedProjects(human, input))
}

async function listedProjects(human: HumanActor, { workspaceId }: ListInput): Promise<ProjectRow[]> {
  if (workspaceId) requirePermission(human, workspaceId, 'useDashboard', 'workspaceId')
  return visibleProjects(human, workspaceId)
}

function byName(a: ProjectRow, b: ProjectRow): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.id < b.id ? -1 : 1
}
