import { asc, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { Db } from '~~/server/db'
import { project } from '~~/server/db/schema'

export const claimNotFound = () =>
  new AppError('not_found', {
    message: 'This claim address is unknown, or its workspace was claimed already.',
    hint: 'Claim addresses work once. If you did not claim it, ask the sender of the address.',
  })

/** Returns the projects of a workspace as a claim shows them, oldest first. */
export function readProjects(executor: Db, workspaceId: string) {
  return executor
    .select({ id: project.id, name: project.name, slug: project.slug })
    .from(project)
    .where(eq(project.workspaceId, workspaceId))
    .orderBy(asc(project.createdAt))
}
