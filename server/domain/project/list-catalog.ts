import { asc, desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import type { Caller } from '~~/server/access/actor'
import { scopeFilter } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { project, review } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/**
 * Lists every project the caller may see with its reviews, for clients that look up a slug or an externalRef.
 */
export async function listCatalog(caller: Caller): Promise<Output<'listCatalog'>> {
  const scope = scopeFilter(caller)
  const projects = await db
    .select()
    .from(project)
    .where(scope)
    .orderBy(asc(project.createdAt), asc(project.id))
  const reviews = await db
    .select({
      id: review.id,
      externalRef: review.externalRef,
      title: review.title,
      status: review.status,
      projectId: review.projectId,
    })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(scope)
    .orderBy(desc(review.createdAt))
  const byProject = Map.groupBy(reviews, each => each.projectId)
  return {
    projects: projects.map(each => ({
      id: each.id,
      name: each.name,
      slug: each.slug,
      workspaceId: each.workspaceId,
      reviews: (byProject.get(each.id) ?? []).map(({ id, externalRef, title, status }) => ({
        id,
        externalRef,
        title,
        status,
        url: addresses.review(settings().publicUrl, id),
      })),
    })),
  }
}
