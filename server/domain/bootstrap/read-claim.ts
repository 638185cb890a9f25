import type { Output } from '#shared/contract'
import { count, eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { project, review } from '~~/server/db/schema'
import { findUnclaimed, readProjects } from './claims'

/**
 * Returns the content of the workspace that a claim link grants. The claim page shows it before the person
 * claims the workspace.
 */
export async function readClaim(_human: HumanActor, input: { code: string }): Promise<Output<'readClaim'>> {
  const workspaceId = await findUnclaimed(db, input.code)
  const [reviews] = await db
    .select({ n: count() })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(eq(project.workspaceId, workspaceId))
  return { projects: await readProjects(db, workspaceId), reviewCount: reviews?.n ?? 0 }
}
