import { count, eq } from 'drizzle-orm'
import type { InstanceUsage } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { artifact, review, revision, user, workspace } from '~~/server/db/schema'
import { storedBytes } from './stored-bytes'

/** Returns how much the whole server holds, for administrators. */
export async function readInstanceUsage(_human: HumanActor): Promise<InstanceUsage> {
  const sizeOf = async (table: typeof user | typeof workspace | typeof review | typeof artifact) =>
    (await db.select({ n: count() }).from(table))[0]?.n ?? 0
  const [stored] = await db
    .select(storedBytes)
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
  const { images = 0, videos = 0, derivatives = 0 } = stored ?? {}
  return {
    people: await sizeOf(user),
    workspaces: await sizeOf(workspace),
    reviews: await sizeOf(review),
    evidence: await sizeOf(artifact),
    bytes: { total: images + videos + derivatives, images, videos, derivatives },
  }
}
