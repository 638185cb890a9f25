import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { sha256 } from '~~/server/secrets/secrets'
import { assertWorkspaceActive } from '~~/server/access/suspension'
import type { Db } from '~~/server/db'
import { project, workspace } from '~~/server/db/schema'

const claimNotFound = () =>
  new AppError('not_found', {
    message: 'This claim address is unknown, or its workspace was already claimed.',
    hint: 'Claim addresses work once. If you did not claim it, ask the sender of the address.',
  })

/**
 * Returns the id of the unclaimed workspace that a claim code belongs to. Throws `not_found` if there is
 * none, and `suspended` if the workspace is suspended.
 */
export async function findUnclaimed(executor: Db, code: string): Promise<string> {
  const [row] = await executor
    .select()
    .from(workspace)
    .where(and(eq(workspace.claimHash, sha256(code)), eq(workspace.plan, 'unclaimed')))
  if (!row) throw claimNotFound()
  assertWorkspaceActive(row)
  return row.id
}

/** Returns the projects of a workspace, oldest first, for the page on which a person claims it. */
export function readProjects(executor: Db, workspaceId: string) {
  return executor
    .select({ id: project.id, name: project.name, slug: project.slug })
    .from(project)
    .where(eq(project.workspaceId, workspaceId))
    .orderBy(asc(project.createdAt))
}
