import { and, eq, gte, isNull } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { firstIdAt } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { runAs, beginPermissionCheckInWorkspace } from '~~/server/access/write-guard'
import type { ChangeOf, EventActor, ReviewScope } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { db, lock, writeIfSpace, type Db } from '~~/server/db'
import { event } from '~~/server/db/schema'

/** The actor who downloads: a person, an agent, or the visitor of a share link. */
export type Downloader = EventActor & { id: string }

/** A revision that is downloaded. */
type Download = ReviewScope & { subjectId: string }

/**
 * Writes the audit event of a download. Called before the bytes are sent; an error that it throws prevents
 * the download.
 */
export type RecordDownload = (download: Download) => Promise<void>

/** Returns a function that records the downloads of a caller. */
export const recordAs =
  (caller: Caller): RecordDownload =>
  download =>
    // Bytes are sent after the operation has returned, so this transaction checks the caller again.
    runAs(caller, () =>
      recordDownload(caller, download, async tx => {
        await beginPermissionCheckInWorkspace(tx, caller, download.workspaceId)
        requirePermission(caller, download.workspaceId, 'downloadOriginals')
      }),
    )

/**
 * Records a download at most once per actor, revision and hour, because a player requests many ranges of one
 * file. `check` runs in the transaction, and throws if the actor may no longer download the file.
 */
export const recordDownload = (
  actor: Downloader,
  download: Download,
  check: (tx: Db) => unknown,
): Promise<void> => recordHourly({ kind: 'artifact.downloaded', actor, ...download }, check)

/** The fields of the audit event which records that bytes are sent. */
type Sending = (
  | Pick<ChangeOf<'review.exported'>, 'kind' | 'detail'>
  | { kind: 'artifact.downloaded'; detail?: undefined }
) &
  Download & { actor: Downloader }

/**
 * Records in the audit log that bytes are sent, at most once per actor, subject, detail and hour. If the disk
 * is full, records nothing. `check` runs inside the transaction, and throws if the actor may no longer
 * receive the bytes.
 */
export async function recordHourly(sending: Sending, check: (tx: Db) => unknown): Promise<void> {
  if (await isRecorded(db, sending)) return
  await writeIfSpace(async tx => {
    await lock(sending.workspaceId)
    await check(tx)
    if (await isRecorded(tx, sending)) return
    await recordChange(tx, sending)
  })
}

async function isRecorded(
  executor: Db,
  { kind, actor, subjectId, workspaceId, detail }: Sending,
): Promise<boolean> {
  // The primary key begins with the time, so this condition on the id selects by time and uses an index. An
  // event that is exactly one hour old is too old.
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
