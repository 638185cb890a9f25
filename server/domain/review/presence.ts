import { and, asc, eq, gt, lte, min, ne } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { Viewer } from '#shared/contract/reviewer'
import { newId } from '#shared/ids'
import { MINUTE, SECOND } from '#shared/time'
import { db, lockNothing, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { user, viewer } from '~~/server/db/schema'
import { recordChange } from '~~/server/changes/record-change'
import { log } from '~~/server/process/log'

/** The interval in milliseconds at which the row of an open page is updated. */
const RENEW_MS = MINUTE
/** The age in milliseconds at which a row that was not updated is ignored, because its server was killed. */
const EXPIRY_MS = 2 * RENEW_MS + 30 * SECOND

/**
 * Records that a person has a page open that shows a review, until the returned function is called. Does not
 * throw if the write fails, for example on a full disk, because the page works without the record.
 */
export function recordViewer(reviewId: string, userId: string): () => void {
  const id = newId('viewer')
  let last = Promise.resolve()
  /** Runs the writes one after another, so that the deletion of the row is the last write. */
  const save = (change: (tx: Db) => Promise<unknown>) => {
    last = last
      .then(() =>
        writeUnguarded(async tx => {
          lockNothing()
          await change(tx)
        }),
      )
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
      // People are sorted by their arrival, so that their order does not change while they view the review.
      .orderBy(asc(min(viewer.id)))
      .limit(limits.viewers),
)

/** Returns the other people who have a page open that shows the review, in the order of their arrival. */
export const readViewers = (reviewId: string, userId: string): Promise<Viewer[]> =>
  viewersOf(db, { reviewId, userId, since: Date.now() - EXPIRY_MS })

/** Deletes the rows of servers that were killed. */
export async function deleteExpiredViewers(tx: Db, now: number): Promise<void> {
  await tx.delete(viewer).where(lte(viewer.seenAt, now - EXPIRY_MS))
}
