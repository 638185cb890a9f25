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
const shownBy = ({ prRef }: References) => readPullRequestField(prRef ?? '')

/** Returns the pull request number by which a review is found; null for a review of another change. */
export const pullRequestOf = (references: References): number | null =>
  (namedBy(references) ?? shownBy(references))?.number ?? null

/**
 * Returns the `prRef` of a new review: the one that was sent, or else the pull request of its `externalRef`.
 */
export function prRefOf({ externalRef, prRef }: Partial<References>): string | null {
  if (prRef != null) return prRef
  const named = readPullRequest(externalRef ?? '')
  return named?.repository ? pullRequestName(named) : null
}

/**
 * Returns the review of a project that an `externalRef` names: the one with the same text, or else the only
 * one about the same pull request, in whatever form its text names it; null if there is none.
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
 * Returns the ids of the given projects with a review that an `externalRef` names: one with the same text, or
 * else one about the same pull request. An id may be repeated.
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
 * Returns the reviews about a pull request: those whose `externalRef` names it, or else whose `prRef` does.
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
  return named.length > 0 ? named : names(shownBy)
}

/**
 * Returns the condition for the reviews of projects that a reference names: those with the same
 * `externalRef`, or else those about the pull request that it names, or else those of the branch.
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
