import { and, asc, eq, gt, lte, min } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { Viewer } from '#shared/contract/reviewer'
import { newId } from '#shared/ids'
import { MINUTE, SECOND } from '#shared/time'
import { db, lockNothing, writeUnguarded, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { user, viewer } from '~~/server/db/schema'
import { recordChange } from '~~/server/changes/record-change'
import { log } from '~~/server/process/log'
import { nextTurn } from '~~/server/process/yield-to-event-loop'

/** The interval in milliseconds at which the row of an open page is updated. */
const RENEW_MS = MINUTE
/** The age in milliseconds at which a row that was not updated is ignored, because its server was killed. */
const EXPIRY_MS = 2 * RENEW_MS + 30 * SECOND

/**
 * The time in milliseconds after which a person who closed their last page is no longer a viewer. A page that
 * is loaded again within this time changes nothing, so that opening and closing pages causes few writes.
 */
const GRACE_MS = 2 * SECOND

/** A person who has at least one page of this process open that shows a review. */
interface Presence {
  pages: number
  /** Deletes the row at the end of the grace time; undefined while a page is open. */
  leaving?: NodeJS.Timeout
  /** Deletes the row now. */
  leave: () => Promise<void>
}

const present = new Map<string, Presence>()

/**
 * Records that a person has a page open that shows a review, until the returned function is called. Pages of
 * the same person share one record. Does not throw if the write fails, for example on a full disk, because
 * the page works without the record.
 */
export function recordViewer(reviewId: string, userId: string): () => void {
  const key = `${reviewId} ${userId}`
  const presence = present.get(key) ?? addPresence(key, reviewId, userId)
  presence.pages++
  clearTimeout(presence.leaving)
  return () => {
    presence.pages--
    if (presence.pages > 0) return
    presence.leaving = setTimeout(() => void presence.leave(), GRACE_MS)
    presence.leaving.unref()
  }
}

/** Deletes the records of all people. Call this when the server ends, before the database is closed. */
export async function stopPresence(): Promise<void> {
  await Promise.all([...present.values()].map(each => each.leave()))
}

function addPresence(key: string, reviewId: string, userId: string): Presence {
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
    return last
  }
  void save(async tx => {
    await tx.insert(viewer).values({ id, reviewId, userId, seenAt: Date.now() })
    await recordChange(tx, { kind: 'viewers.changed', reviewId })
  })
  const renewal = setInterval(
    () => void save(tx => tx.update(viewer).set({ seenAt: Date.now() }).where(eq(viewer.id, id))),
    RENEW_MS,
  )
  renewal.unref()
  const presence: Presence = {
    pages: 0,
    leave() {
      clearTimeout(presence.leaving)
      clearInterval(renewal)
      present.delete(key)
      return save(async tx => {
        await tx.delete(viewer).where(eq(viewer.id, id))
        await recordChange(tx, { kind: 'viewers.changed', reviewId })
      })
    },
  }
  present.set(key, presence)
  return presence
}

const viewersOf = prepared(
  { reviewId: viewer.reviewId, since: viewer.seenAt },
  (executor, { reviewId, since }) =>
    executor
      .select({ userId: viewer.userId, name: user.name })
      .from(viewer)
      .innerJoin(user, eq(user.id, viewer.userId))
      .where(and(eq(viewer.reviewId, reviewId), gt(viewer.seenAt, since)))
      .groupBy(viewer.userId, user.name)
      // People are sorted by their arrival, so that their order does not change while they view the review.
      .orderBy(asc(min(viewer.id)))
      // The person who reads the list is left out of it later.
      .limit(limits.viewers + 1),
)

/** The reads of viewers that have not begun yet, by the id of the review. */
const reads = new Map<string, Promise<Viewer[]>>()

/**
 * Returns the other people who have a page open that shows the review, in the order of their arrival. Streams
 * of a review that read the viewers at the same time share one read. They share it only until it begins,
 * since a later change would be missing from it.
 */
export async function readViewers(reviewId: string, userId: string): Promise<Viewer[]> {
  const read =
    reads.get(reviewId) ??
    nextTurn().then(() => {
      reads.delete(reviewId)
      return viewersOf(db, { reviewId, since: Date.now() - EXPIRY_MS })
    })
  reads.set(reviewId, read)
  const all = await read
  return all.filter(each => each.userId !== userId).slice(0, limits.viewers)
}

/** Deletes the rows of servers that were killed. */
export async function deleteExpiredViewers(tx: Db, now: number): Promise<void> {
  await tx.delete(viewer).where(lte(viewer.seenAt, now - EXPIRY_MS))
}
