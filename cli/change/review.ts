import { idPattern } from '#shared/ids'
import { limits } from '#shared/contract/kit/limits'
import type { ApiResponse } from '#shared/client'
import { isSamePullRequest, readPullRequest, readPullRequestField } from '#shared/forge/pull-request-name'
import type { Api } from '../api'
import { Failure, usageFailure } from '../failure'
import { nearMatches } from '../near-matches'
import { programName } from '../package-info'
import { readChange, requireReference, type Change, type ReviewOptions } from './change'
import { findProject, noProject, projectOption } from './project'
import type { FormTexts } from '../push/form'

type ReviewPayload = ApiResponse<'GET /v1/reviews/{id}'>
type Review = ReviewPayload['review']

/**
 * Returns the id in an argument. The argument is either the id itself or a URL that contains the id. Returns
 * null if the argument contains no such id.
 */
export function idIn(argument: string, resource: 'review' | 'thread' | 'artifact'): string | null {
  const parts = argument.split(/[/#?]/)
  return parts.findLast(part => idPattern(resource).test(part)) ?? null
}

/** Returns the id in an argument. Throws a usage failure if there is none. */
export function requireId(argument: string, resource: 'review' | 'thread' | 'artifact'): string {
  const found = idIn(argument, resource)
  if (found) return found
  const example = { review: 'rev_…', thread: 'thr_…', artifact: 'art_…' }[resource]
  throw usageFailure(
    `"${argument}" is not the id of ${resource === 'artifact' ? 'an' : 'a'} ${resource}.`,
    `Give an id such as ${example}, or its address.`,
  )
}

/** Throws a usage failure if neither the options nor the change identify a review. */
export async function requireNamedReview(options: ReviewOptions): Promise<void> {
  if (options.review) requireId(options.review, 'review')
  else requireReference(await readChange(options))
}

/**
 * Returns the id of the review that the options or the change identify. Throws a failure if there is no such
 * review.
 */
export async function findReview(api: Api, options: ReviewOptions): Promise<string> {
  if (options.review) return requireId(options.review, 'review')
  const change = await readChange(options)
  const externalRef = requireReference(change)
  const found = await findReferenced(api, { ...change, externalRef }, options)
  if (found) return found.id
  const elsewhere = await projectsWith(api, options, externalRef)
  if (elsewhere.length > 0)
    throw new Failure(
      'no_review',
      `No project of ${change.repository} has a review named "${externalRef}".`,
      `Other projects have one: ${elsewhere.join(', ')}. Choose it with --project SLUG.`,
    )
  const near = await nearReferences(api, options, externalRef)
  const remedy = `Run "${programName()} push FILE" first, or name another with --ref, --pr or --review.`
  throw new Failure(
    'no_review',
    `There is no review named "${externalRef}".`,
    near.length === 0 ? remedy : `Did you mean ${near.join(' or ')}? ${remedy}`,
  )
}

/**
 * Returns the slugs of all projects that contain a review with this reference, including projects of other
 * repositories.
 */
async function projectsWith(api: Api, options: ReviewOptions, externalRef: string): Promise<string[]> {
  const query = { externalRef, project: projectOption(options) }
  const { projects } = await api.call('GET /v1/projects', { query })
  return projects.map(each => each.slug)
}

/** A review with the fields that a list of projects contains. */
export type NamedReview = ApiResponse<'GET /v1/projects'>['projects'][number]['reviews'][number]

/**
 * Returns the review with the reference of a change; null if there is none. Throws a usage failure if several
 * reviews have this reference.
 */
export async function findReferenced(
  api: Api,
  { externalRef, repository }: Pick<Change, 'repository'> & { externalRef: string },
  options: ReviewOptions,
): Promise<NamedReview | null> {
  const query = { externalRef, repository, project: projectOption(options) }
  const { projects } = await api.call('GET /v1/projects', { query })
  const reviews = projects.flatMap(each => each.reviews.map(review => ({ review, project: each.slug })))
  const [found, ...others] = reviews
  if (others.length === 0) return found?.review ?? null
  throw usageFailure(
    `Several reviews are named "${externalRef}": ` +
      `${reviews.map(({ review, project }) => `${review.id} in ${project}`).join(', ')}.`,
    'Choose one with --review ID or --project SLUG.',
  )
}

/**
 * Returns the references of recent reviews that are similar to the given one. Throws if the project does not
 * exist.
 */
export async function nearReferences(
  api: Api,
  options: ReviewOptions,
  externalRef: string,
): Promise<string[]> {
  const project = projectOption(options)
  const { projects } = await api.call('GET /v1/projects', { query: { project, limit: limits.pageSize } })
  if (project && projects.length === 0) throw await noProject(api, project)
  const references = projects.flatMap(each => each.reviews.flatMap(review => review.externalRef ?? []))
  return nearMatches(externalRef, references)
}

/** The review that a push adds files to. */
export interface ReviewTarget {
  /** The form fields that identify the review. */
  fields: FormTexts
  /** The commit to record with the files; undefined if they are sent without one. */
  commit: string | undefined
  /** The review as it was before the push; null if the first accepted file will create the review. */
  existing: ReviewPayload | null
  /** Sets the commit and the pull request of the review, and its title if one was given. */
  update: (review: Review) => Promise<Review>
}

/** Returns the review that a push adds files to, with its evidence. Does not create the review. */
export async function findReviewToPush(
  api: Api,
  options: ReviewOptions & { reviewTitle?: string },
): Promise<ReviewTarget> {
  const { reviewTitle } = options
  if (options.review) {
    const existing = await readReview(api, requireId(options.review, 'review'))
    return {
      fields: { reviewId: existing.review.id },
      commit: undefined,
      existing,
      update: review => update(api, review, { title: reviewTitle }),
    }
  }
  const change = await readChange(options)
  const externalRef = requireReference(change)
  const { prRef, branch, commit, repository } = change
  const project = await findProject(api, change, options)
  const existing = project && (await findOwn(api, project.id, externalRef))
  const title = reviewTitle ?? change.title ?? (prRef ?? externalRef).slice(0, limits.title)
  return {
    fields: existing
      ? { reviewId: existing.review.id }
      : { projectId: project?.id, repository, externalRef, reviewTitle: title, prRef, branch },
    commit,
    existing,
    update: review => update(api, review, { title: reviewTitle, prRef, commit }),
  }
}

export const readReview = (api: Api, id: string) => api.call('GET /v1/reviews/{id}', { params: { id } })

/**
 * Returns the existing review to which the server would add files; null if there is none. The list of the
 * server also contains reviews that match only by their branch. These are ignored, because they may belong to
 * another change.
 */
async function findOwn(api: Api, project: string, externalRef: string): Promise<ReviewPayload | null> {
  const { projects } = await api.call('GET /v1/projects', { query: { externalRef, project } })
  const [found, ...others] = projects.flatMap(each => each.reviews)
  if (!found || others.length > 0) return null
  const payload = await readReview(api, found.id)
  return isNamedBy(payload.review, externalRef) ? payload : null
}

function isNamedBy({ externalRef, prRef }: Review, wanted: string): boolean {
  if (externalRef === wanted) return true
  const pullRequest = readPullRequest(wanted)
  const own = readPullRequest(externalRef ?? '') ?? readPullRequestField(prRef ?? '')
  return pullRequest !== null && own !== null && isSamePullRequest(own, pullRequest)
}

/**
 * Sets the commit and the pull request of a review, and its title if one was given. The forge shows the
 * status of the review at that commit.
 */
async function update(
  api: Api,
  review: Review,
  { title, prRef, commit }: Partial<Pick<Change, 'title' | 'prRef' | 'commit'>>,
): Promise<Review> {
  const isSame =
    (title ?? review.title) === review.title &&
    (prRef ?? review.prRef) === review.prRef &&
    (commit ?? review.commit) === review.commit
  if (isSame) return review
  return api.call('PATCH /v1/reviews/{id}', { params: { id: review.id }, body: { title, prRef, commit } })
}
