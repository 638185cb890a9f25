import { idPattern } from '#shared/ids'
import { limits } from '#shared/contract/kit/limits'
import type { ApiResponse } from '#shared/client'
import { slugOf } from '#shared/slug'
import type { Api } from '../api'
import { Failure, usageFailure } from '../failure'
import { readChange, requireReference, type Change, type ReviewOptions } from './change'

type Catalog = ApiResponse<'GET /v1/projects'>['projects']
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

/** Returns the id of the review that the options or the change name. It must exist. */
export async function findReview(api: Api, options: ReviewOptions): Promise<string> {
  if (options.review) return requireId(options.review, 'review')
  const externalRef = requireReference(await readChange(options))
  const project = projectOption(options)
  const { projects } = await api.call('GET /v1/projects', { query: { externalRef, project } })
  const reviews = projects.flatMap(each =>
    each.reviews.map(review => ({ id: review.id, project: each.slug, url: review.url })),
  )
  const [review, ...others] = reviews
  if (!review)
    throw new Failure(
      'no_review',
      `There is no review named "${externalRef}".`,
      'Run "exhibit push FILE" first, or name another with --ref, --pr or --review.',
    )
  if (others.length > 0)
    throw usageFailure(
      `Several reviews are named "${externalRef}": ` +
        `${reviews.map(each => `${each.id} in ${each.project}`).join(', ')}.`,
      'Choose one with --review ID or --project SLUG.',
    )
  return review.id
}

/** Returns the review of the change with its evidence. Creates it if there is none. */
export async function openReview(
  api: Api,
  options: ReviewOptions & { reviewTitle?: string },
): Promise<CreatedReview | ApiResponse<'GET /v1/reviews/{id}'>> {
  if (options.review)
    return api.call('GET /v1/reviews/{id}', { params: { id: requireId(options.review, 'review') } })
  const change = await readChange(options)
  const externalRef = requireReference(change)
  const { prRef, branch, commit } = change
  const title = (options.reviewTitle ?? change.title ?? externalRef).slice(0, limits.title)
  const projectId = await findProject(api, change, options)
  const opened = await api.call('POST /v1/reviews', {
    body: { title, projectId, externalRef, prRef, branch, commit },
  })
  return opened.reused ? follow(api, opened, change) : opened
}

/** Makes a review name the present commit and pull request: the forge shows its status on that commit. */
async function follow(api: Api, opened: CreatedReview, change: Change): Promise<CreatedReview> {
  const prRef = change.prRef ?? opened.review.prRef
  const commit = change.commit ?? opened.review.commit
  if (prRef === opened.review.prRef && commit === opened.review.commit) return opened
  const params = { id: opened.review.id }
  const review = await api.call('PATCH /v1/reviews/{id}', { params, body: { prRef, commit } })
  return { ...opened, review }
}

const projectOption = ({ project }: ReviewOptions) => project || process.env.EXHIBIT_PROJECT || undefined

/**
 * Returns the id of the project for a new review: the one that is named, else the only one of the token, else
 * the one named like the repository. A token without any project creates that one.
 */
async function findProject(api: Api, change: Change, options: ReviewOptions): Promise<string> {
  const named = projectOption(options)
  const { projects } = await api.call('GET /v1/projects', { query: { project: named, limit: 1 } })
  const [only, ...others] = projects
  if (only && others.length === 0) return only.id
  if (named && only) throw ambiguous(`Several projects are named "${named}"`, projects)
  if (named)
    throw new Failure(
      'no_project',
      `The token has access to no project "${named}".`,
      'Run "exhibit doctor" to see its projects.',
    )
  const repository = change.repository ?? 'Evidence'
  if (!only) {
    const key = `exhibit-cli-project-${repository}`.slice(0, limits.idempotencyKey)
    const name = repository.slice(0, limits.projectName)
    return (await api.callOnce('POST /v1/projects', key, { body: { name } })).project.id
  }
  const alike = projects.filter(each => each.slug === slugOf(repository))
  const [found, ...more] = alike
  if (found && more.length === 0) return found.id
  throw ambiguous('The token has access to several projects', projects)
}

const MAX_LISTED = 20

function ambiguous(message: string, projects: Catalog) {
  const listed = projects.slice(0, MAX_LISTED).map(({ id, slug }) => `${slug} (${id})`)
  return usageFailure(
    `${message}: ${listed.join(', ')}.`,
    'Choose one with --project ID, or set EXHIBIT_PROJECT.',
  )
}
