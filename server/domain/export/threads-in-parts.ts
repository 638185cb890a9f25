import { eq, sql } from 'drizzle-orm'
import type { Thread } from '#shared/contract/thread'
import { db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { thread } from '~~/server/db/schema'
import { findThreads } from '~~/server/domain/thread/serialize'
import { bytesOf } from '~~/server/domain/thread/usage'

/**
 * The maximum number of threads that are read together, and the maximum size in bytes of their marks. A
 * single thread may be larger.
 */
const MAX_PART_THREADS = 256
const MAX_PART_BYTES = 500_000

/** A thread that is exported later. */
export interface ListedPlace {
  id: string
  artifactId: string | null
  revisionId: string | null
  /** The size of the marks of the thread in bytes. */
  bytes: number
}

/** Returns the places of all threads of a review, oldest thread first. Does not read the threads. */
export async function placesOf(reviewId: string): Promise<ListedPlace[]> {
  const { id, artifactId, revisionId, createdAt } = thread
  const marks = [thread.geometry, thread.shapes, thread.elements, thread.events].map(bytesOf)
  const bytes = sql<number>`${sql.join(marks, sql` + `)}`.mapWith(Number)
  const rows = await db
    .select({ id, artifactId, revisionId, createdAt, bytes })
    .from(thread)
    .where(eq(thread.reviewId, reviewId))
  return rows.toSorted(byCreation)
}

/**
 * Yields the threads at these places in their order. Reads a part of them at a time, so that memory contains
 * only this part while a file is sent. Threads that were deleted since their place was read are left out.
 */
export async function* threadsInParts(places: readonly ListedPlace[]): AsyncGenerator<Thread> {
  for (const part of partsOf(places)) yield* await findThreads(db, part)
}

/** Yields the ids of the places, divided into parts that are read together. */
function* partsOf(places: readonly ListedPlace[]): Generator<string[]> {
  let part: string[] = []
  let used = 0
  for (const { id, bytes } of places) {
    if (part.length === MAX_PART_THREADS || (part.length > 0 && used + bytes > MAX_PART_BYTES)) {
      yield part
      part = []
      used = 0
    }
    part.push(id)
    used += bytes
  }
  if (part.length > 0) yield part
}
