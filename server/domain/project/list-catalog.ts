import { and, desc, eq, lt } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import { limits } from '#shared/contract/kit/limits'
import type { Caller } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { pageOf } from '~~/server/db/page'
import { prepared } from '~~/server/db/prepared'
import { perScope } from '~~/server/db/review-scopes'
import { review } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import type { Validators } from '~~/server/process/validators'
import { projectsOf } from './choose-project'
import { referenceCondition } from './review-references'
import { serializeProject } from './serialize'
import { projectsValidators, visibleProjects, type ProjectRow } from './visible-projects'

type CatalogInput = Input<'listCatalog'>

const { id, externalRef, title, status, prRef, branch, projectId } = review
const columns = { id, externalRef, title, status, prRef, branch, projectId }

/**
 * Lists the projects that the caller may see, each with its reviews, newest first. Clients use the list to
 * look up a slug or an externalRef. Without `limit` and `cursor`, the list contains all reviews; otherwise it
 * contains one page of reviews.
 */
export async function listCatalog(caller: Caller, input: CatalogInput): Promise<Output<'listCatalog'>> {
  const projects = await catalogProjects(caller, input)
  const isPaged = input.limit !== undefined || input.cursor !== undefined
  const size = isPaged ? (input.limit ?? limits.pageSize) : ALL
  const reviews = await reviewsOf(caller, projects, input, size + 1)
  const { page, next } = pageOf(reviews, size, last => last.id)
  const byProject = Map.groupBy(page, each => each.projectId)
  return {
    projects: projects
      .filter(each => input.externalRef === undefined || byProject.has(each.id))
      .map(each => ({
        ...serializeProject(each),
        reviews: (byProject.get(each.id) ?? []).map(({ projectId: _, ...row }) => ({
          ...row,
          url: addresses.review(settings().publicUrl, row.id),
        })),
      })),
    ...(isPaged && { nextCursor: next }),
  }
}

/** Returns the values that decide whether the response of {@link listCatalog} has changed. */
export async function catalogValidators(caller: Caller, input: CatalogInput): Promise<Validators> {
  return projectsValidators(await catalogProjects(caller, input))
}

async function catalogProjects(caller: Caller, input: CatalogInput): Promise<ProjectRow[]> {
  const rows = await visibleProjects(caller)
  if (input.project === undefined) return projectsOf(caller, rows, { repository: input.repository })
  return rows.filter(each => each.id === input.project || each.slug === input.project)
}

/** A limit that is larger than the length of any list. */
const ALL = Number.MAX_SAFE_INTEGER - 1
/**
 * The cursor of the first page. Pages go from the greatest id to the smallest, and this text is greater than
 * every id.
 */
const FIRST = '~'

const pageIn = perScope(column =>
  prepared({ scope: column, before: id, limit: Number }, (executor, { scope, before, limit }) =>
    executor
      .select(columns)
      .from(review)
      .where(and(eq(column, scope), lt(id, before)))
      .orderBy(desc(id))
      .limit(limit),
  ),
)

/**
 * Returns at most `limit` reviews of the projects, newest first. The reviews are sorted by id, since ids are
 * in the order of creation.
 */
async function reviewsOf(
  caller: Caller,
  projects: ProjectRow[],
  { cursor = FIRST, externalRef: reference, project, repository }: CatalogInput,
  limit: number,
) {
  const projectIds = projects.map(each => each.id)
  if (reference !== undefined)
    return db
      .select(columns)
      .from(review)
      .where(and(await referenceCondition(db, projectIds, reference), lt(id, cursor)))
      .orderBy(desc(id))
      .limit(limit)
  const isOfProjects =
    project !== undefined ||
    repository !== undefined ||
    (caller.type === 'agent' && caller.projectId !== null)
  const scopes = isOfProjects ? projectIds : [...new Set(projects.map(each => each.workspaceId))]
  const read = isOfProjects ? pageIn.project : pageIn.workspace
  const parts = await Promise.all(scopes.map(scope => read(db, { scope, before: cursor, limit })))
  return parts
    .flat()
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}
