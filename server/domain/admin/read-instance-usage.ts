import { count, eq } from 'drizzle-orm'
import type { InstanceUsage } from '#shared/contract/admin'
import type { Administrator } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { artifact, commentImage, review, revision, user, workspace } from '~~/server/db/schema'
import { readDueMedia } from '~~/server/domain/billing/past-retention'
import { commentImageBytes, storedBytes } from '~~/server/domain/billing/stored-bytes'

/**
 * Returns how many people, workspaces, reviews and artifacts the server has, and how many bytes it stores.
 * Only for administrators.
 */
export async function readInstanceUsage(_admin: Administrator): Promise<InstanceUsage> {
  const sizeOf = async (table: typeof user | typeof workspace | typeof review | typeof artifact) =>
    (await db.select({ n: count() }).from(table))[0]?.n ?? 0
  const [stored] = await db
    .select(storedBytes)
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
  const [ofComments] = await db.select({ bytes: commentImageBytes }).from(commentImage)
  const { videos = 0, derivatives = 0 } = stored ?? {}
  const images = (stored?.images ?? 0) + (ofComments?.bytes ?? 0)
  return {
    people: await sizeOf(user),
    workspaces: await sizeOf(workspace),
    reviews: await sizeOf(review),
    evidence: await sizeOf(artifact),
    bytes: { total: images + videos + derivatives, images, videos, derivatives },
    dueMedia: await readDueMedia(),
  }
}
