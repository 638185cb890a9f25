import { eq } from 'drizzle-orm'
import type { Project } from '#shared/contract/project'
import { AppError } from '#shared/errors'
import type { AgentActor } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { requirePermission } from '~~/server/access/authorize'
import { beginPermissionCheckInWorkspace } from '~~/server/access/write-guard'
import { workspace } from '~~/server/db/schema'
import { insertProject } from './insert-project'

/**
 * Creates a project in the workspace of an agent. Throws `forbidden` for a token that is limited to one
 * project.
 */
export async function createProject(
  agent: AgentActor,
  input: { name: string },
): Promise<{ project: Project }> {
  if (agent.projectId !== null)
    throw new AppError('forbidden', {
      message: 'This token is scoped to one project and cannot create another.',
      hint: 'Ask a human for a workspace-scoped token with project:create.',
    })
  return writeIdempotent(async tx => {
    await beginPermissionCheckInWorkspace(tx, agent, agent.workspaceId)
    requirePermission(agent, agent.workspaceId, 'createProject')
    const [row] = await tx.select().from(workspace).where(eq(workspace.id, agent.workspaceId))
    if (!row) throw new AppError('not_found')
    return { project: await insertProject(tx, agent, row, input.name) }
  })
}
