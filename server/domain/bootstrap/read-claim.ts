import type { Output } from '#shared/contract'
import { count, eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { sha256 } from '~~/server/access/secrets'
import { db } from '~~/server/db'
import { project, review, workspace } from '~~/server/db/schema'
import { claimNotFound, readProjects } from './claims'

/** Returns what a claim address grants, for the page that shows it before claiming. */
export async function readClaim(_human: HumanActor, input: { code: string }): Promise<Output<'readClaim'>> {
  const [unclaimed] = await db
    .select({ id: workspace.id })
    .from(workspace)
    .where(eq(workspace.claimHash, sha256(input.code)))
  if (!unclaimed) throw claimNotFound()
  const [reviews] = await db
    .select({ n: count() })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(eq(project.workspaceId, unclaimed.id))
  return { projects: await readProjects(db, unclaimed.id), reviewCount: reviews?.n ?? 0 }
}
