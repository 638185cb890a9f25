import type { ApiResponse } from '#shared/client'
import type { Api } from '../api'
import { Failure, usageFailure } from '../failure'
import type { Change, ReviewOptions } from './change'

type Catalog = ApiResponse<'GET /v1/projects'>['projects']
type Project = Pick<Catalog[number], 'id' | 'slug'>

/** Returns the project that `--project` names, else the one that `EXHIBIT_PROJECT` names. */
export const projectOption = ({ project }: ReviewOptions): string | undefined =>
  project || process.env.EXHIBIT_PROJECT || undefined

/**
 * Returns the project for a new review: the named project, else the project that the server chooses for the
 * repository. Returns null if the first push will create the project. Throws if several projects are
 * possible, and if no project has the given name.
 */
export async function findProject(
  api: Api,
  { repository }: Pick<Change, 'repository'>,
  options: ReviewOptions,
): Promise<Project | null> {
  const named = projectOption(options)
  const { projects } = await api.call('GET /v1/projects', { query: { project: named, repository, limit: 1 } })
  const [only, ...others] = projects
  if (only && others.length === 0) return only
  if (named && only) throw ambiguous(`Several projects are named "${named}"`, projects)
  if (named) throw await noProject(api, named)
  if (!only) return null
  throw ambiguous('The token has access to several projects', projects)
}

/** Returns the failure for a project name that does not exist. Its hint lists the existing projects. */
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
