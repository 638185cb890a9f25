import { and, asc, eq, gt, lte, min, ne } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { Viewer } from '#shared/contract/reviewer'
import { newId } from '#shared/ids'
import { MINUTE, SECOND } from '#shared/time'
import { db, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { user, viewer } from '~~/server/db/schema'
import { recordChange } from '~~/server/changes/record-change'
import { log } from '~~/server/process/log'

/** The interval at which the row of an open page is renewed. */
const RENEW_MS = MINUTE
/** A row that was not renewed for this long is a leftover of a server that was killed. */
const EXPIRY_MS = 2 * RENEW_MS + 30 * SECOND

/**
 * Records that a page of a person shows a review, until the returned function is called. Does not throw,
 * because the page works without it, for example on a full disk.
 */
export function recordViewer(reviewId: string, userId: string): () => void {
  const id = newId('viewer')
  let last = Promise.resolve()
  /** Runs one write after another, so that the last one removes the row. */
  const save = (change: (tx: Db) => Promise<unknown>) => {
    last = last
      .then(async () => void (await writeUnguarded(change)))
      .catch((error: unknown) => log.warn('a viewer was not saved', { reviewId, error }))
  }
  save(async tx => {
    await tx.insert(viewer).values({ id, reviewId, userId, seenAt: Date.now() })
    await recordChange(tx, { kind: 'viewers.changed', reviewId })
  })
  const timer = setInterval(
    () => save(tx => tx.update(viewer).set({ seenAt: Date.now() }).where(eq(viewer.id, id))),
    RENEW_MS,
  )
  timer.unref()
  return () => {
    clearInterval(timer)
    save(async tx => {
      await tx.delete(viewer).where(eq(viewer.id, id))
      await recordChange(tx, { kind: 'viewers.changed', reviewId })
    })
  }
}

const viewersOf = prepared(
  { reviewId: viewer.reviewId, userId: viewer.userId, since: viewer.seenAt },
  (executor, { reviewId, userId, since }) =>
    executor
      .select({ userId: viewer.userId, name: user.name })
      .from(viewer)
      .innerJoin(user, eq(user.id, viewer.userId))
      .where(and(eq(viewer.reviewId, reviewId), ne(viewer.userId, userId), gt(viewer.seenAt, since)))
      .groupBy(viewer.userId, user.name)
      // In the order of arrival, so that the list does not jump.
      .orderBy(asc(min(viewer.id)))
      .limit(limits.viewers),
)

/** Returns the other people whose open pages show a review, in the order in which they arrived. */
export const readViewers = (reviewId: string, userId: string): Promise<Viewer[]> =>
  viewersOf(db, { reviewId, userId, since: Date.now() - EXPIRY_MS })

/** Deletes the rows that killed servers have left. */
export async function deleteExpiredViewers(tx: Db, now: number): Promise<void> {
  await tx.delete(viewer).where(lte(viewer.seenAt, now - EXPIRY_MS))
}
