import { limits } from '#shared/contract/kit/limits'
import type { ApiResponse } from '#shared/client'
import { slugOf } from '#shared/slug'
import type { Api } from '../api'
import { Failure, usageFailure } from '../failure'
import type { Change, ReviewOptions } from './change'

type Catalog = ApiResponse<'GET /v1/projects'>['projects']
type Project = Pick<Catalog[number], 'id' | 'slug'>

/** Returns the project that is named by `--project`, else `EXHIBIT_PROJECT`. */
export const projectOption = ({ project }: ReviewOptions): string | undefined =>
  project || process.env.EXHIBIT_PROJECT || undefined

/**
 * Returns the project for a new review; for a token without any, the name of the one that the first accepted
 * file makes.
 */
export async function findProject(
  api: Api,
  change: Change,
  options: ReviewOptions,
): Promise<{ projectId: string } | { project: string }> {
  const found = await chooseProject(api, change, options)
  return found ? { projectId: found.id } : { project: repositoryOf(change).slice(0, limits.projectName) }
}

/** Returns the name of a project that is made for a change. */
export const repositoryOf = ({ repository }: Pick<Change, 'repository'>): string => repository ?? 'Evidence'

/**
 * Returns the project for a new review: the one that is named, else the only one of the token, else the one
 * named like the repository. null for a token without any project. Throws where that is ambiguous, and for a
 * name that no project has.
 */
export async function chooseProject(
  api: Api,
  change: Pick<Change, 'repository'>,
  options: ReviewOptions,
): Promise<Project | null> {
  const named = projectOption(options)
  const { projects } = await api.call('GET /v1/projects', { query: { project: named, limit: 1 } })
  const [only, ...others] = projects
  if (only && others.length === 0) return only
  if (named && only) throw ambiguous(`Several projects are named "${named}"`, projects)
  if (named) throw await noProject(api, named)
  if (!only) return null
  const alike = projects.filter(each => each.slug === slugOf(repositoryOf(change)))
  const [found, ...more] = alike
  if (found && more.length === 0) return found
  throw ambiguous('The token has access to several projects', projects)
}

/** Returns the failure of a name that no project has, with the projects that there are. */
export async function noProject(api: Api, named: string): Promise<Failure> {
  const { projects } = await api.call('GET /v1/projects', { query: { limit: 1 } })
  return new Failure(
    'no_project',
    `The token has access to no project "${named}".`,
    projects.length === 0
      ? 'It has none yet: leave --project and EXHIBIT_PROJECT out, and the first push makes one.'
      : `Choose another with --project, or leave it out. Its projects: ${listOf(projects)}.`,
  )
}

const MAX_LISTED = 20

const listOf = (projects: Catalog) =>
  projects
    .slice(0, MAX_LISTED)
    .map(({ id, slug }) => `${slug} (${id})`)
    .join(', ')

const ambiguous = (message: string, projects: Catalog) =>
  usageFailure(`${message}: ${listOf(projects)}.`, 'Choose one with --project ID, or set EXHIBIT_PROJECT.')
