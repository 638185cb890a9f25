import { idPattern } from '#shared/ids'
import { limits } from '#shared/contract/kit/limits'
import type { ApiResponse } from '#shared/client'
import type { Api } from '../api'
import { Failure, usageFailure } from '../failure'
import { nearMatches } from '../near-matches'
import { programName } from '../package-info'
import { readChange, requireReference, type Change, type ReviewOptions } from './change'
import { findProject, noProject, projectOption } from './project'

type CreatedReview = ApiResponse<'POST /v1/reviews'>

/** Returns the id in an argument that is an id or an address with one; null if there is none. */
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

/** Throws a usage failure where neither the options nor the change name a review. */
export async function requireNamedReview(options: ReviewOptions): Promise<void> {
  if (options.review) requireId(options.review, 'review')
  else requireReference(await readChange(options))
}

/** Returns the id of the review that the options or the change name. It must exist. */
export async function findReview(api: Api, options: ReviewOptions): Promise<string> {
  if (options.review) return requireId(options.review, 'review')
  const externalRef = requireReference(await readChange(options))
  const found = await findReferenced(api, options, externalRef)
  if (found) return found.id
  const near = await nearReferences(api, options, externalRef)
  const remedy = `Run "${programName()} push FILE" first, or name another with --ref, --pr or --review.`
  throw new Failure(
    'no_review',
    `There is no review named "${externalRef}".`,
    near.length === 0 ? remedy : `Did you mean ${near.join(' or ')}? ${remedy}`,
  )
}

/** A review as lists have it. */
export type NamedReview = ApiResponse<'GET /v1/projects'>['projects'][number]['reviews'][number]

/** Returns the review with a reference; null if there is none. Several are a usage failure. */
export async function findReferenced(
  api: Api,
  options: ReviewOptions,
  externalRef: string,
): Promise<NamedReview | null> {
  const query = { externalRef, project: projectOption(options) }
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

/** Returns references of recent reviews that are like another. Throws where the project does not exist. */
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

/** Returns the review of the change with its evidence. Creates it if there is none. */
export async function openReview(
  api: Api,
  options: ReviewOptions & { reviewTitle?: string },
): Promise<CreatedReview | ApiResponse<'GET /v1/reviews/{id}'>> {
  const { reviewTitle } = options
  if (options.review) {
    const params = { id: requireId(options.review, 'review') }
    return update(api, await api.call('GET /v1/reviews/{id}', { params }), { title: reviewTitle })
  }
  const change = await readChange(options)
  const externalRef = requireReference(change)
  const { prRef, branch, commit } = change
  const title = reviewTitle ?? change.title ?? (prRef ?? externalRef).slice(0, limits.title)
  const projectId = await findProject(api, change, options)
  const opened = await api.call('POST /v1/reviews', {
    body: { title, projectId, externalRef, prRef, branch, commit },
  })
  return opened.reused ? update(api, opened, { title: reviewTitle, prRef, commit }) : opened
}

/**
 * Makes a review name the present commit and pull request, and have the title that was given: the forge shows
 * its status on that commit.
 */
async function update<P extends Pick<CreatedReview, 'review'>>(
  api: Api,
  opened: P,
  { title, prRef, commit }: Partial<Pick<Change, 'title' | 'prRef' | 'commit'>>,
): Promise<P> {
  const { id, ...present } = opened.review
  const isSame =
    (title ?? present.title) === present.title &&
    (prRef ?? present.prRef) === present.prRef &&
    (commit ?? present.commit) === present.commit
  if (isSame) return opened
  const review = await api.call('PATCH /v1/reviews/{id}', {
    params: { id },
    body: { title, prRef, commit },
  })
  return { ...opened, review }
}
