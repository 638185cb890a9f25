import { and, eq, gte, isNull } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { EventKind } from '#shared/events'
import { firstIdAt } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { runAs } from '~~/server/access/write-guard'
import { db, writeIfSpace, type Db } from '~~/server/db'
import { recordEvent, type EventActor, type EventSubject } from '~~/server/changes/event-log'
import { event } from '~~/server/db/schema'

/** The downloader: a caller, or the visitor of a share link. */
export type Downloader = EventActor & { id: string }

/** Writes the audit event of a download before the bytes are sent. If it throws, they are not sent. */
export type RecordDownload = (subject: EventSubject) => Promise<void>

/** Returns a function that records the downloads of a caller. */
export const recordAs =
  (caller: Caller): RecordDownload =>
  subject =>
    // Bytes are sent after the verb has returned, so this write checks the caller again.
    runAs(caller, () =>
      recordDownload(caller, subject, () =>
        requirePermission(caller, subject.workspaceId, 'downloadOriginals'),
      ),
    )

/**
 * Records a download once per actor, revision and hour: a player requests many ranges of one file. `check`
 * runs in the transaction, and throws if the actor may no longer download the file.
 */
export const recordDownload = (
  actor: Downloader,
  subject: EventSubject,
  check: (tx: Db) => unknown,
): Promise<void> => recordHourly(actor, 'artifact.downloaded', subject, check)

/**
 * Records that bytes were sent, once per actor, subject, detail and hour, unless the disk is full. `check`
 * runs in the transaction, and throws if the actor may no longer have the bytes.
 */
export async function recordHourly(
  actor: Downloader,
  kind: EventKind,
  subject: EventSubject,
  check: (tx: Db) => unknown,
): Promise<void> {
  if (await isRecorded(db, actor, kind, subject)) return
  await writeIfSpace(async tx => {
    await check(tx)
    if (await isRecorded(tx, actor, kind, subject)) return
    await recordEvent(tx, actor, kind, subject)
  })
}

async function isRecorded(
  executor: Db,
  actor: Downloader,
  kind: EventKind,
  { subjectId, workspaceId, detail }: EventSubject,
): Promise<boolean> {
  // Ids sort by time and are indexed; an event of exactly an hour ago is too old.
  const since = firstIdAt('event', Date.now() - limits.downloadEventMs + 1)
  const [row] = await executor
    .select({ id: event.id })
    .from(event)
    .where(
      and(
        eq(event.workspaceId, workspaceId),
        gte(event.id, since),
        eq(event.subjectId, subjectId),
        eq(event.actorId, actor.id),
        eq(event.kind, kind),
        detail === undefined ? isNull(event.detail) : eq(event.detail, detail),
      ),
    )
    .limit(1)
  return row !== undefined
}
