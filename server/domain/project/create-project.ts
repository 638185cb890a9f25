import { eq } from 'drizzle-orm'
import type { Project } from '#shared/contract/project'
import { AppError } from '#shared/errors'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { writeIdempotent } from '~~/server/access/idempotency'
import { requireRole } from '~~/server/access/reach'
import { workspace } from '~~/server/db/schema'
import { insertProject } from './insert-project'

/** Creates a project in the workspace of an agent. Throws `forbidden` for a token scoped to one project. */
export async function createProject(actor: Actor, input: { name: string }): Promise<{ project: Project }> {
  const caller = requireCaller(actor)
  if (caller.type !== 'agent') throw new AppError('forbidden')
  if (caller.projectId !== null)
    throw new AppError('forbidden', {
      message: 'This token is scoped to one project and cannot create another.',
      hint: 'Ask a human for a workspace-scoped token with project:create.',
    })
  return writeIdempotent(async tx => {
    requireRole(caller, caller.workspaceId, 'contribute')
    const [row] = await tx.select().from(workspace).where(eq(workspace.id, caller.workspaceId))
    if (!row) throw new AppError('not_found')
    return { project: await insertProject(tx, caller, row, input.name) }
  })
}
