import { eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError, invalid } from '#shared/errors'
import { repositoryNameOf } from '#shared/forge/pull-request-name'
import { may } from '#shared/permissions'
import { slugOf } from '#shared/slug'
import type { AgentActor, Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { loadProject, type LoadedProject } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { workspaceColumns } from '~~/server/db/joins'
import { workspace } from '~~/server/db/schema'
import { insertProject } from './insert-project'
import { projectsReferenced } from './review-references'
import { visibleProjects, type ProjectRow } from './visible-projects'

/** What a call says about the project of its review. */
export interface ProjectChoice {
  projectId?: string
  /** A name or slug. */
  project?: string
  prRef?: string | null
  externalRef?: string | null
}

const MAX_LISTED = 5

/**
 * Returns the project of a new review, in a running transaction: the one that the call names, else the
 * token's own, else the only one, else the one with the name of the repository, else the one with a review
 * that `externalRef` names. A token that may create projects makes a missing one. Throws `not_found`,
 * `forbidden`, and `invalid_request` where several are possible.
 */
export async function chooseProject(tx: Db, caller: Caller, choice: ProjectChoice): Promise<LoadedProject> {
  const id = await findProject(tx, caller, choice)
  return id === null
    ? createMissing(tx, caller, choice)
    : loadProject(caller, id, 'contribute', tx, 'projectId')
}

/** Returns the id of the project that {@link chooseProject} chooses; null for one that it would make. */
export async function findProject(
  executor: Db,
  caller: Caller,
  choice: ProjectChoice,
): Promise<string | null> {
  if (choice.projectId !== undefined) return choice.projectId
  const visible = await visibleProjects(caller, undefined, executor)
  if (choice.project !== undefined) return named(visible, choice.project)
  const [only, ...others] = visible
  if (!only || others.length === 0) return only?.id ?? null
  const repository = repositoryOf(choice)
  const alike = repository === null ? [] : visible.filter(each => each.slug === slugOf(repository))
  const [found, ...more] = alike
  if (found && more.length === 0) return found.id
  return withReview(executor, visible, choice.externalRef ?? null)
}

/** Returns the id of the only project with a review that `externalRef` names. Throws `invalid_request`. */
async function withReview(executor: Db, visible: ProjectRow[], externalRef: string | null): Promise<string> {
  const ids = visible.map(each => each.id)
  const having = externalRef === null ? [] : await projectsReferenced(executor, ids, externalRef)
  const [only, ...others] = visible.filter(each => having.includes(each.id))
  if (!only) throw ambiguous('projectId', 'This credential has access to several projects', visible)
  if (others.length === 0) return only.id
  throw ambiguous('projectId', `Several projects have a review "${externalRef}"`, [only, ...others])
}

function named(visible: ProjectRow[], name: string): string | null {
  const slug = slugOf(name)
  const alike = visible.filter(each => each.name === name || each.slug === slug)
  if (alike.length > 1) throw ambiguous('project', `Several projects are named "${name}"`, alike)
  return alike[0]?.id ?? null
}

const ambiguous = (field: string, message: string, projects: ProjectRow[]) =>
  invalid(
    field,
    `${message}: ${projects
      .slice(0, MAX_LISTED)
      .map(({ id, name }) => `${name} (${id})`)
      .join(', ')}${projects.length > MAX_LISTED ? ', …' : ''}.`,
    'Send the projectId of one of them. GET /v1/projects lists all with their ids.',
  )

const repositoryOf = ({ prRef, externalRef }: ProjectChoice): string | null =>
  repositoryNameOf(prRef ?? '') ?? repositoryNameOf(externalRef ?? '')

/** Makes the project that a call names, or one that is named after the repository. */
async function createMissing(tx: Db, caller: Caller, choice: ProjectChoice): Promise<LoadedProject> {
  const agent = requireCreator(caller, choice.project)
  requirePermission(agent, agent.workspaceId, 'createProject')
  const [row] = await tx.select(workspaceColumns).from(workspace).where(eq(workspace.id, agent.workspaceId))
  if (!row) throw new AppError('not_found')
  const name = (choice.project ?? repositoryOf(choice) ?? 'Evidence').slice(0, limits.projectName)
  const { id } = await insertProject(tx, agent, row, name)
  return loadProject(agent, id, 'contribute', tx)
}

/** Returns a caller that may make a project. Throws an error that says what else to do. */
export function requireCreator(caller: Caller, name: string | undefined): AgentActor {
  if (caller.type === 'agent' && caller.projectId === null && may(caller, 'createProject')) return caller
  const missing = name === undefined ? 'There is no project yet' : `There is no project named "${name}"`
  const field = name === undefined ? 'projectId' : 'project'
  if (caller.type === 'human')
    throw invalid(field, `${missing}.`, 'Create it in the dashboard, or send the projectId of another.')
  throw new AppError('forbidden', {
    field,
    message: `${missing}, and this token may not create one.`,
    hint:
      'GET /v1/projects lists the projects of this token. Name one of them, or ask a human to create the ' +
      'project, or for a token of the whole workspace with project:create.',
  })
}
