import { eq, inArray } from 'drizzle-orm'
import type { EventItem } from '#shared/contract/event'
import { isIdOf, type Resource } from '#shared/ids'
import { db } from '~~/server/db'
import { artifact, comment, revision, thread } from '~~/server/db/schema'

/**
 * Returns the evidence and the comments that events are about, by id. The number of queries does not grow
 * with the number of events. Deleted evidence and comments are left out.
 */
export async function readItems(subjectIds: readonly string[]): Promise<Map<string, EventItem>> {
  const idsOf = (resource: Resource) => [...new Set(subjectIds.filter(each => isIdOf(resource, each)))]
  const evidence = { artifactId: artifact.id, title: artifact.title }
  const artifacts = await db
    .select({ id: artifact.id, ...evidence })
    .from(artifact)
    .where(inArray(artifact.id, idsOf('artifact')))
  const revisions = await db
    .select({ id: revision.id, ...evidence, revision: revision.index })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(inArray(revision.id, idsOf('revision')))
  const numbered = { ...evidence, threadId: thread.id, number: thread.number }
  const threads = await db
    .select({ id: thread.id, ...numbered })
    .from(thread)
    .leftJoin(artifact, eq(artifact.id, thread.artifactId))
    .where(inArray(thread.id, idsOf('thread')))
  const comments = await db
    .select({ id: comment.id, ...numbered })
    .from(comment)
    .innerJoin(thread, eq(thread.id, comment.threadId))
    .leftJoin(artifact, eq(artifact.id, thread.artifactId))
    .where(inArray(comment.id, idsOf('comment')))
  const items = [...artifacts, ...revisions, ...threads, ...comments]
  return new Map(items.map(({ id, ...item }) => [id, { ...none, ...item }]))
}

const none = { revision: null, threadId: null, number: null }
