import type { Project } from '#shared/contract/project'
import { AppError, invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import { requireCaller, requireHuman, type Actor } from '~~/server/access/actor'
import { answer } from '~~/server/access/idempotency'
import { requireRole } from '~~/server/access/reach'
import type { Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { project } from '~~/server/db/schema'
import { serializeProject } from './serialize'

/** A URL-style reference made from a name: lower case, letters and digits of any script, hyphens between. */
export function slugOf(name: string): string {
  const slug = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}

/** Inserts a project in a running transaction, with its event. */
export async function insertProject(tx: Db, actor: Actor, workspaceId: string, name: string): Promise<Project> {
  const row = { id: newId('project'), workspaceId, name, slug: slugOf(name), createdAt: Date.now() }
  await tx.insert(project).values(row)
  await recordEvent(tx, actor, 'project.created', { subjectId: row.id, workspaceId, projectId: row.id })
  return serializeProject(row)
}

/** An agent creates a project in its workspace; a token scoped to one project is refused. */
export async function createProject(actor: Actor, input: { name: string }): Promise<{ project: Project }> {
  const caller = requireCaller(actor)
  if (caller.type !== 'agent') throw new AppError('forbidden')
  if (caller.projectId !== null)
    throw new AppError('forbidden', { message: 'This token is scoped to one project and cannot create another.', hint: 'Ask a human for a workspace-scoped token with project:create.' })
  return answer(async tx => ({ project: await insertProject(tx, caller, caller.workspaceId, input.name) }))
}

/** A person creates a project; the workspace may be left out by a member of exactly one. */
export async function createProjectInDashboard(actor: Actor, input: { name: string, workspaceId?: string }): Promise<{ project: Project }> {
  const human = requireHuman(actor)
  const workspaceId = input.workspaceId ?? onlyWorkspace(human.roles)
  requireRole(human, workspaceId, 'contribute')
  return answer(async tx => ({ project: await insertProject(tx, human, workspaceId, input.name) }))
}

/** The one workspace of somebody who has one; several are not guessed among. Throws `invalid_request`. */
export function onlyWorkspace(roles: ReadonlyMap<string, unknown>): string {
  const [first, second] = roles.keys()
  if (first === undefined || second !== undefined)
    throw invalid('workspaceId', 'workspaceId is required: you belong to several workspaces.', 'GET /api/workspaces lists them.')
  return first
}
