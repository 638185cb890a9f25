import { eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError, invalid } from '#shared/errors'
import { repositoryIn } from '#shared/forge/pull-request-name'
import {
  hasOwner,
  isAddress,
  isSameRepository,
  readRepository,
  repositoryName,
  type NamedRepository,
} from '#shared/forge/repository-name'
import { may } from '#shared/permissions'
import { slugOf } from '#shared/text/slug'
import type { AgentActor, Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { beginPermissionCheckAlone, beginPermissionCheckInWorkspace } from '~~/server/access/write-guard'
import { loadProject, type LoadedProject } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { workspaceColumns } from '~~/server/db/joins'
import { project, workspace } from '~~/server/db/schema'
import { insertProject } from './insert-project'
import { projectsReferenced } from './review-references'
import { visibleProjects, type ProjectRow } from './visible-projects'

/** The fields of a call that determine the project of a new review. */
export interface ProjectChoice {
  projectId?: string
  /** The name or slug of a project. */
  project?: string
  /** The repository of the change: the URL of its remote, or its name. */
  repository?: string
  prRef?: string | null
  externalRef?: string | null
}

const MAX_LISTED = 5

/**
 * Returns the project of a new review, inside the given transaction. This is the project that the call names.
 * Otherwise it is the project of the repository, or else the project with a review for `externalRef`. If
 * there is no such project, creates a project if the token may create projects.
 *
 * If the call contains the URL of the repository, stores the repository in a project without one. A token
 * that is limited to the project does not store it, because it must not decide in which project the evidence
 * of other people for this repository is stored. Throws `not_found`, `forbidden`, and `invalid_request` if
 * several projects are possible.
 */
export async function chooseProject(tx: Db, caller: Caller, choice: ProjectChoice): Promise<LoadedProject> {
  const id = await findProject(tx, caller, choice)
  const loaded =
    id === null
      ? await createMissing(tx, caller, choice)
      : await loadProject(caller, id, 'contribute', tx, 'projectId')
  const { repository } = choice
  if (repository === undefined || loaded.project.repository !== null) return loaded
  const sent = readRepository(repository)
  if (sent === null || !isAddress(sent) || isOfOneProject(caller)) return loaded
  await tx.update(project).set({ repository }).where(eq(project.id, loaded.project.id))
  if (id !== null)
    await recordChange(tx, {
      kind: 'project.updated',
      actor: caller,
      subjectId: id,
      ...scopeOf(loaded),
      detail: repository,
    })
  return { ...loaded, project: { ...loaded.project, repository } }
}

/** Returns the id of the project that {@link chooseProject} chooses; null if it would create one. */
export async function findProject(
  executor: Db,
  caller: Caller,
  choice: ProjectChoice,
): Promise<string | null> {
  if (choice.projectId !== undefined) return choice.projectId
  await (caller.type === 'agent'
    ? beginPermissionCheckInWorkspace(executor, caller, caller.workspaceId)
    : beginPermissionCheckAlone(executor, caller))
  const visible = await visibleProjects(caller, undefined, executor)
  if (choice.project !== undefined) return findByName(visible, choice.project)
  const possible = projectsOf(caller, visible, choice)
  const [only, ...others] = possible
  if (!only || others.length === 0) return only?.id ?? null
  return withReview(executor, possible, choice.externalRef ?? null)
}

/**
 * Returns the visible projects that a change may belong to, by the first of these rules that applies:
 * - The call names no repository: all visible projects.
 * - Some projects have this repository: these projects.
 * - Some projects have the name of the repository and no repository: these projects. If the call contains
 *   only the name without its owner, they may also have a repository.
 * - The call does not contain the URL of the repository: all visible projects.
 * - There is only one visible project, and it has no repository: this project, if it has no reviews or the
 *   token is limited to it.
 * - Otherwise no project, since branches of two repositories may have the same name.
 */
export function projectsOf(caller: Caller, visible: ProjectRow[], choice: ProjectChoice): ProjectRow[] {
  const wanted = repositoryOf(choice)
  if (wanted === null) return visible
  const withRepository = visible.filter(each => {
    const repository = each.repository === null ? null : readRepository(each.repository)
    return repository !== null && isSameRepository(repository, wanted)
  })
  if (withRepository.length > 0) return withRepository
  const free = visible.filter(each => each.repository === null)
  const slugs = [repositoryName(wanted), wanted.path].map(slugOf)
  const withName = (hasOwner(wanted) ? free : visible).filter(each => slugs.includes(each.slug))
  if (withName.length > 0) return withName
  if (choice.repository === undefined || !isAddress(wanted)) return visible
  return visible.length === 1 ? free.filter(each => isOfOneProject(caller) || each.reviewCount === 0) : []
}

/**
 * Returns the id of the only project with a review for this `externalRef`. Throws `invalid_request` if there
 * is no such project or several.
 */
async function withReview(executor: Db, possible: ProjectRow[], externalRef: string | null): Promise<string> {
  const ids = possible.map(each => each.id)
  const having = externalRef === null ? [] : await projectsReferenced(executor, ids, externalRef)
  const [only, ...others] = possible.filter(each => having.includes(each.id))
  if (!only) throw ambiguous('projectId', 'This credential has access to several projects', possible)
  if (others.length === 0) return only.id
  throw ambiguous('projectId', `Several projects have a review "${externalRef}"`, [only, ...others])
}

/**
 * Returns the id of the project with this name or slug; null if there is none. Throws `invalid_request` if
 * there are several.
 */
function findByName(visible: ProjectRow[], name: string): string | null {
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

/**
 * Returns the repository of a call. If the call contains only the name of the repository without its owner,
 * the repository of the pull request is used instead, since it is more precise.
 */
function repositoryOf({ repository, prRef, externalRef }: ProjectChoice): NamedRepository | null {
  const sent = readRepository(repository ?? '')
  if (sent && hasOwner(sent)) return sent
  return repositoryIn(prRef ?? '') ?? repositoryIn(externalRef ?? '') ?? sent
}

const isOfOneProject = (caller: Caller) => caller.type === 'agent' && caller.projectId !== null

/**
 * Creates the project that a call names. If the call names none, creates a project with the name of the
 * repository.
 */
async function createMissing(tx: Db, caller: Caller, choice: ProjectChoice): Promise<LoadedProject> {
  const agent = requireCreator(caller, choice)
  requirePermission(agent, agent.workspaceId, 'createProject')
  const [row] = await tx.select(workspaceColumns).from(workspace).where(eq(workspace.id, agent.workspaceId))
  if (!row) throw new AppError('not_found')
  const name = choice.project ?? nameOf(repositoryOf(choice), await visibleProjects(agent, undefined, tx))
  const { id } = await insertProject(tx, agent, row, name.slice(0, limits.projectName))
  return loadProject(agent, id, 'contribute', tx)
}

/**
 * Returns the name of a new project for a repository. The name contains the owner if another project already
 * has the name of the repository.
 */
function nameOf(repository: NamedRepository | null, visible: ProjectRow[]): string {
  if (repository === null) return 'Evidence'
  const name = repositoryName(repository)
  return visible.some(each => each.slug === slugOf(name)) ? repository.path : name
}

/**
 * Returns the caller if it may create a project. Otherwise throws an error whose hint describes alternatives.
 */
export function requireCreator(caller: Caller, choice: ProjectChoice): AgentActor {
  if (caller.type === 'agent' && caller.projectId === null && may(caller, 'createProject')) return caller
  const { project: name, repository } = choice
  const missing =
    name !== undefined
      ? `There is no project named "${name}"`
      : repository !== undefined
        ? `There is no project for the repository "${repository}"`
        : 'There is no project yet'
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
