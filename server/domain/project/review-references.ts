import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import {
  isSamePullRequest,
  pullRequestName,
  readPullRequest,
  readPullRequestField,
  type NamedPullRequest,
} from '#shared/forge/pull-request-name'
import type { Db } from '~~/server/db'
import { review } from '~~/server/db/schema'

type ReviewRow = typeof review.$inferSelect
type References = Pick<ReviewRow, 'externalRef' | 'prRef'>

const namedBy = ({ externalRef }: References) => readPullRequest(externalRef ?? '')
const toShownRevision = ({ prRef }: References) => readPullRequestField(prRef ?? '')

/**
 * Returns the pull request number that is stored with a review so that the review can be found by it. Returns
 * null if the review does not refer to a pull request.
 */
export const pullRequestOf = (references: References): number | null =>
  (namedBy(references) ?? toShownRevision(references))?.number ?? null

/**
 * Returns the `prRef` of a new review: the `prRef` of the call or, without one, the pull request that
 * `externalRef` names.
 */
export function prRefOf({ externalRef, prRef }: Partial<References>): string | null {
  if (prRef != null) return prRef
  const named = readPullRequest(externalRef ?? '')
  return named?.repository ? pullRequestName(named) : null
}

/**
 * Returns the review of a project for an `externalRef`: the review with exactly this text or, if there is
 * none, the only review of the same pull request, whose `externalRef` may be written in another form. Returns
 * null if there is none.
 */
export async function findReferenced(
  executor: Db,
  projectId: string,
  externalRef: string,
): Promise<ReviewRow | null> {
  const [exact] = await executor
    .select()
    .from(review)
    .where(and(eq(review.projectId, projectId), eq(review.externalRef, externalRef)))
  if (exact) return exact
  const wanted = readPullRequest(externalRef)
  const [only, ...others] = wanted ? await reviewsAbout(executor, [projectId], wanted) : []
  return only && others.length === 0 ? only : null
}

/**
 * Returns the ids of the given projects that have a review for an `externalRef`: a review with exactly this
 * text or, if no project has such a review, a review of the same pull request. An id may occur more than
 * once.
 */
export async function projectsReferenced(
  executor: Db,
  projectIds: string[],
  externalRef: string,
): Promise<string[]> {
  const exact = await executor
    .select({ projectId: review.projectId })
    .from(review)
    .where(and(inArray(review.projectId, projectIds), eq(review.externalRef, externalRef)))
  const wanted = exact.length === 0 ? readPullRequest(externalRef) : null
  const found = wanted ? await reviewsAbout(executor, projectIds, wanted) : exact
  return found.map(each => each.projectId)
}

/**
 * Returns the reviews of a pull request: the reviews whose `externalRef` names the pull request or, if there
 * are none, the reviews whose `prRef` names it.
 */
async function reviewsAbout(
  executor: Db,
  projectIds: string[],
  wanted: NamedPullRequest,
): Promise<ReviewRow[]> {
  const numbered = await executor
    .select()
    .from(review)
    .where(and(inArray(review.projectId, projectIds), eq(review.pullRequest, wanted.number)))
    .orderBy(desc(review.id))
  const names = (read: (of: References) => NamedPullRequest | null) =>
    numbered.filter(each => {
      const found = read(each)
      return found !== null && isSamePullRequest(found, wanted)
    })
  const named = names(namedBy)
  return named.length > 0 ? named : names(toShownRevision)
}

/**
 * Returns the condition that selects the reviews of projects for a reference. These are the reviews with
 * exactly this `externalRef`. If there are none, they are the reviews of the pull request that the reference
 * names, or else the reviews of the branch with this name.
 */
export async function referenceCondition(
  executor: Db,
  projectIds: string[],
  reference: string,
): Promise<SQL | undefined> {
  const inProjects = inArray(review.projectId, projectIds)
  const exactly = and(inProjects, eq(review.externalRef, reference))
  const [exact] = await executor.select({ id: review.id }).from(review).where(exactly).limit(1)
  if (exact) return exactly
  const wanted = readPullRequestField(reference)
  const about = wanted ? await reviewsAbout(executor, projectIds, wanted) : []
  if (about.length === 0) return and(inProjects, eq(review.branch, reference))
  return inArray(
    review.id,
    about.map(each => each.id),
  )
}
