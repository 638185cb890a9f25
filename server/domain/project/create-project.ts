import { eq } from 'drizzle-orm'
import type { Project } from '#shared/contract/project'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { requireCaller, requireHuman, type Actor } from '~~/server/access/actor'
import { answer } from '~~/server/access/idempotency'
import { loadWorkspace, requireRole } from '~~/server/access/reach'
import type { Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { project, workspace } from '~~/server/db/schema'
import { assertRoom, type Subscriber } from '~~/server/domain/billing/quotas'
import { onlyWorkspace } from '~~/server/access/default-workspace'
import { serializeProject } from './serialize'

/** A URL-style reference made from a name: lower case, letters and digits of any script, hyphens between. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}

/** Inserts a project in a running transaction, with its event; throws past the plan's ceiling. */
export async function insertProject(tx: Db, actor: Actor, home: Subscriber, name: string): Promise<Project> {
  const workspaceId = home.id
  await assertRoom(tx, 'projectsPerWorkspace', home)
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
    throw new AppError('forbidden', {
      message: 'This token is scoped to one project and cannot create another.',
      hint: 'Ask a human for a workspace-scoped token with project:create.',
    })
  return answer(async tx => {
    requireRole(caller, caller.workspaceId, 'contribute')
    const [home] = await tx.select().from(workspace).where(eq(workspace.id, caller.workspaceId))
    if (!home) throw new AppError('not_found')
    return { project: await insertProject(tx, caller, home, input.name) }
  })
}

/** A person creates a project; the workspace may be left out by a member of exactly one. */
export async function createProjectInDashboard(
  actor: Actor,
  input: { name: string; workspaceId?: string },
): Promise<{ project: Project }> {
  const human = requireHuman(actor)
  const workspaceId = input.workspaceId ?? onlyWorkspace(human.roles)
  return answer(async tx => {
    const { workspace: home } = await loadWorkspace(human, workspaceId, 'contribute', tx, 'workspaceId')
    return { project: await insertProject(tx, human, home, input.name) }
  })
}
