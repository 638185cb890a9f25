import { and, asc, eq, exists, gt, inArray, lt, not, type SQL } from 'drizzle-orm'
import { firstIdAt } from '#shared/ids'
import { DAY } from '#shared/time'
import { lockNothing, writeRemoval, type Db } from '~~/server/db'
import { adminEvent, comment, event, thread } from '~~/server/db/schema'
import { agentRepliesAfter } from '~~/server/domain/thread/read-news'
import { settings } from '~~/server/settings'

/** The number of events that one transaction deletes. Other transactions can run between two batches. */
const BATCH = 1000

/**
 * Deletes the audit events and the events of administrators that are older than `EVENTS_DAYS`. Does nothing
 * if it is not set. Returns the number of deleted events.
 *
 * A call that waits for feedback finds an unanswered comment by its event, however old. Therefore the event
 * of a comment stays until an agent has replied or the thread is no longer open. Other readers of a review's
 * changes (cached thread lists, cursors) read everything again if an event is missing.
 */
export async function deleteOldEvents(now: number, days = settings().eventsDays): Promise<number> {
  if (days === null) return 0
  const before = firstIdAt('event', now - days * DAY)
  return (await deleteFrom(event, before, isNotAwaited)) + (await deleteFrom(adminEvent, before))
}

/** The condition that an event does not belong to a comment that still waits for an agent. */
const isNotAwaited = (tx: Db): SQL => {
  const awaited = tx
    .select({ id: comment.id })
    .from(comment)
    .innerJoin(thread, eq(thread.id, comment.threadId))
    .where(
      and(
        eq(comment.id, event.subjectId),
        eq(thread.status, 'open'),
        not(exists(agentRepliesAfter(tx, comment.id))),
      ),
    )
  return not(and(eq(event.kind, 'comment.created'), exists(awaited)) as SQL)
}

/** Deletes the events with an id before the given one, in batches in the order of their ids. */
async function deleteFrom(
  table: typeof event | typeof adminEvent,
  before: string,
  condition: (tx: Db) => SQL | undefined = () => undefined,
): Promise<number> {
  let deleted = 0
  // Events that stay are not read again by the next batch.
  let after = ''
  for (;;) {
    const ids = await writeRemoval(async tx => {
      lockNothing()
      const batch = tx
        .select({ id: table.id })
        .from(table)
        .where(and(gt(table.id, after), lt(table.id, before), condition(tx)))
        .orderBy(asc(table.id))
        .limit(BATCH)
      const rows = await tx.delete(table).where(inArray(table.id, batch)).returning({ id: table.id })
      return rows.map(row => row.id).toSorted()
    })
    deleted += ids.length
    after = ids.at(-1) ?? after
    if (ids.length < BATCH) return deleted
  }
}
