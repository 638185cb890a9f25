import type { Output } from '#shared/contract'
import { count, eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { project, review } from '~~/server/db/schema'
import { findUnclaimed, readProjects } from './claims'

/**
 * Returns the content of an unclaimed workspace to a person who opened its claim link. The page of the link
 * shows the content before the person claims the workspace.
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
