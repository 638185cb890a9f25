import { and, asc, gt, inArray, lt } from 'drizzle-orm'
import { firstIdAt } from '#shared/ids'
import { DAY } from '#shared/time'
import { lockNothing, writeRemoval, type Db } from '~~/server/db'
import { adminEvent, event } from '~~/server/db/schema'
import { unrepliedAmong } from '~~/server/domain/thread/read-news'
import { settings } from '~~/server/settings'

/** The number of events that one transaction deletes. Other transactions can run between two batches. */
const BATCH = 1000

/**
 * Deletes the audit events and the events of administrators that are older than `EVENTS_DAYS` days. Does
 * nothing if this setting is not set. Returns the number of deleted events.
 *
 * A call that waits for feedback finds an unanswered comment by the event of the comment, even if the event
 * is old. Therefore this event stays until an agent has replied or the thread is no longer open. Other
 * readers of a review's changes (cached thread lists, cursors) read everything again if an event is missing.
 */
export async function deleteOldEvents(now: number, days = settings().eventsDays): Promise<number> {
  if (days === null) return 0
  const before = firstIdAt('event', now - days * DAY)
  return (await deleteFrom(event, before)) + (await deleteFrom(adminEvent, before))
}

interface OldEvent {
  id: string
  kind: string
  subjectId: string | null
}

/** Deletes the events with an id before the given one, in batches in the order of their ids. */
async function deleteFrom(table: typeof event | typeof adminEvent, before: string): Promise<number> {
  let deleted = 0
  // The next batch begins after the last event that was read, so that events that stay are not read again.
  let after = ''
  for (;;) {
    const { read, removed } = await writeRemoval(async tx => {
      lockNothing()
      const events: OldEvent[] = await tx
        .select({ id: table.id, kind: table.kind, subjectId: table.subjectId })
        .from(table)
        .where(and(gt(table.id, after), lt(table.id, before)))
        .orderBy(asc(table.id))
        .limit(BATCH)
      const ids = await notAwaited(tx, events)
      if (ids.length > 0) await tx.delete(table).where(inArray(table.id, ids))
      return { read: events, removed: ids.length }
    })
    deleted += removed
    after = read.at(-1)?.id ?? after
    if (read.length < BATCH) return deleted
  }
}

/**
 * Returns the ids of the events that can be deleted: all except the events of comments that still wait for
 * the reply of an agent. Events of administrators are never about comments.
 */
async function notAwaited(tx: Db, events: readonly OldEvent[]): Promise<string[]> {
  const commentOf = ({ kind, subjectId }: OldEvent) =>
    kind === 'comment.created' && subjectId !== null ? [subjectId] : []
  const awaited = await unrepliedAmong(tx, events.flatMap(commentOf))
  return events.filter(each => !commentOf(each).some(id => awaited.has(id))).map(each => each.id)
}
