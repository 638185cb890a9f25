import { and, asc, count, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/authorization'
import { sha256 } from '~~/server/access/secrets'
import { db, write, type Db } from '~~/server/db'
import { membership, project, review, user, workspace } from '~~/server/db/schema'
import { assertRoomForWorkspace } from '~~/server/domain/billing/quotas'

const unknownClaim = () =>
  new AppError('not_found', {
    message: 'This claim address is unknown, or its workspace was claimed already.',
    hint: 'Claim addresses work once. If you did not claim it, ask whoever gave you the address.',
  })

/** A person takes an unclaimed workspace over: its owner from now on, on the free plan. One winner, once. */
export async function claimWorkspace(
  actor: Actor,
  input: { code: string },
): Promise<Output<'claimWorkspace'>> {
  const human = requireHuman(actor)
  return write(async tx => {
    // The code is the credential.
    authorizeSelf(human)
    const [claimed] = await tx
      .update(workspace)
      .set({ plan: 'free', claimHash: null })
      .where(and(eq(workspace.claimHash, sha256(input.code)), eq(workspace.plan, 'unclaimed')))
      .returning()
    if (!claimed) throw unknownClaim()
    await assertRoomForWorkspace(tx, human.id, 'free')
    await tx
      .insert(membership)
      .values({ workspaceId: claimed.id, userId: human.id, role: 'owner', createdAt: Date.now() })
    await tx.update(user).set({ lastWorkspaceId: claimed.id }).where(eq(user.id, human.id))
    return {
      workspace: { id: claimed.id, name: claimed.name, plan: claimed.plan, role: 'owner' },
      projects: await projectsOf(tx, claimed.id),
    }
  })
}

/** What claiming would give: for the page that asks before it does. */
export async function readClaim(actor: Actor, input: { code: string }): Promise<Output<'readClaim'>> {
  requireHuman(actor)
  const [row] = await db
    .select({ id: workspace.id })
    .from(workspace)
    .where(eq(workspace.claimHash, sha256(input.code)))
  if (!row) throw unknownClaim()
  const [reviews] = await db
    .select({ n: count() })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(eq(project.workspaceId, row.id))
  return { projects: await projectsOf(db, row.id), reviewCount: reviews?.n ?? 0 }
}

function projectsOf(q: Db, workspaceId: string) {
  return q
    .select({ id: project.id, name: project.name, slug: project.slug })
    .from(project)
    .where(eq(project.workspaceId, workspaceId))
    .orderBy(asc(project.createdAt))
}
