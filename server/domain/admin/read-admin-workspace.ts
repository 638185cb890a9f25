import { eq } from 'drizzle-orm'
import type { AdminWorkspace } from '#shared/contract/admin'
import { AppError } from '#shared/errors'
import { workspace } from '~~/server/db/schema'
import { selectWorkspaces, serializeWorkspaces } from './serialize-workspaces'

/** Returns the error for a workspace that does not exist. */
export const workspaceNotFound = () => new AppError('not_found', { message: 'Workspace not found.' })

/** Returns a workspace as administrators see it. Throws `not_found` if the workspace does not exist. */
export async function readAdminWorkspace(id: string): Promise<AdminWorkspace> {
  const [found] = await serializeWorkspaces(await selectWorkspaces().where(eq(workspace.id, id)))
  if (!found) throw workspaceNotFound()
  return found
}
