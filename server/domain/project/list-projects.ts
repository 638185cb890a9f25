import { and, asc, count, eq, ne, sum, sql } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { iso } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { scopeFilter } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { project, review } from '~~/server/db/schema'

/**
 * Lists the projects of a person by name, each with the numbers of its reviews and of those awaiting review.
 */
export async function listProjects(
  human: HumanActor,
  input: { workspaceId?: string },
): Promise<Output<'listProjects'>> {
  if (input.workspaceId) requirePermission(human, input.workspaceId, 'useDashboard', 'workspaceId')
  const rows = await db
    .select({
      project,
      reviewCount: count(review.id),
      openReviewCount: sum(sql`case when ${ne(review.status, 'verified')} then 1 else 0 end`),
    })
    .from(project)
    .leftJoin(review, eq(review.projectId, project.id))
    .where(
      and(scopeFilter(human), input.workspaceId ? eq(project.workspaceId, input.workspaceId) : undefined),
    )
    .groupBy(project.id)
    .orderBy(asc(project.name), asc(project.id))
  return {
    projects: rows.map(({ project: each, reviewCount, openReviewCount }) => ({
      id: each.id,
      name: each.name,
      slug: each.slug,
      workspaceId: each.workspaceId,
      reviewCount,
      openReviewCount: Number(openReviewCount ?? 0),
      createdAt: iso(each.createdAt),
    })),
  }
}
