import { asc, desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { within } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { project, review } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { serializeProject } from './serialize'

/** Every project the caller sees with its reviews, for clients that look things up by slug or externalRef. */
export async function readCatalog(actor: Actor): Promise<Output<'listCatalog'>> {
  const scope = within(requireCaller(actor))
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
  const byProject = Map.groupBy(reviews, row => row.projectId)
  return {
    projects: projects.map(row => ({
      ...serializeProject(row),
      reviews: (byProject.get(row.id) ?? []).map(({ projectId: _, ...each }) => ({
        ...each,
        url: addresses.review(settings().publicUrl, each.id),
      })),
    })),
  }
}
