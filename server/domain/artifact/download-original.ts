import { and, desc, eq, gte, isNotNull } from 'drizzle-orm'
import type { Mime } from '#shared/contract/kit/fields'
import { limits } from '#shared/contract/kit/limits'
import { mediaLife } from '#shared/plans'
import { AppError } from '#shared/errors'
import { firstIdAt } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { runAs } from '~~/server/access/write-guard'
import { requirePermission } from '~~/server/access/authorize'
import { loadArtifact } from '~~/server/access/loaders'
import type { ByteSource } from '~~/server/byte-source'
import { db, writeIfSpace, type Db } from '~~/server/db'
import { recordEvent, scopeOf, type EventSubject } from '~~/server/db/events'
import { event, revision } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'
import { tagOfKey } from '~~/server/storage/keys'
import { settings } from '~~/server/settings'
import { fileNameOf } from './file-name'

/** Bytes to send, with their headers. */
export interface Served {
  source: ByteSource
  /** The entity tag: a derivative that is made again gets another. */
  tag: string
  mime: Mime
  fileName: string
  disposition: 'inline' | 'attachment'
  cacheControl: string
  /**
   * Called once the bytes can be read and before they are sent, for the whole file and for each range; not
   * for HEAD, 304 and 416.
   */
  onStart?: () => Promise<void>
  /**
   * Called when the bytes cannot be read and nothing was sent yet. Returns what to send instead, or throws
   * the error to send: not every driver notices at opening that a blob is missing.
   */
  onUnreadable?: (error: unknown) => Promise<Served>
  /** Returns an address with the same bytes, which a GET may be redirected to. */
  redirect?: (headers: { contentType: string; contentDisposition: string }) => Promise<Redirect>
}

/** An address that is valid for some seconds. */
export interface Redirect {
  address: string
  seconds: number
}

/**
 * Returns the original bytes of the named revision, else of the latest. No other operation sends originals.
 */
export async function downloadOriginal(
  caller: Caller,
  input: { id: string; revision?: number },
): Promise<Served> {
  const loaded = await loadArtifact(caller, input.id, 'downloadOriginals')
  const [row] = await db
    .select()
    .from(revision)
    .where(
      and(
        eq(revision.artifactId, input.id),
        isNotNull(revision.completedAt),
        input.revision === undefined ? undefined : eq(revision.index, input.revision),
      ),
    )
    .orderBy(desc(revision.index))
    .limit(1)
  if (!row?.originalKey || row.completedAt === null)
    throw new AppError('not_found', {
      message:
        input.revision === undefined
          ? 'This artifact has no completed revision.'
          : `Completed revision ${input.revision} not found for this artifact.`,
      field: input.revision === undefined ? undefined : 'revision',
    })
  const { plan } = loaded.workspace
  const { state } = mediaLife(row.completedAt, row.mediaDeletedAt, plan, settings().retention, Date.now())
  if (state !== 'active') throw new AppError('not_found', { message: 'This evidence is past its retention.' })
  const source = await blobs().open(row.originalKey, { size: row.bytes }).catch(asNotFound)
  return {
    source,
    tag: tagOfKey(row.originalKey),
    mime: row.mime,
    fileName: fileNameOf(loaded.artifact.title, row.index, row.mime),
    disposition: 'attachment',
    cacheControl: 'private, no-store',
    // Bytes are sent after this function has returned, so their write checks the caller by itself.
    onStart: () => runAs(caller, () => recordDownload(caller, { subjectId: row.id, ...scopeOf(loaded) })),
    onUnreadable: async error => asNotFound(error),
  }
}

function asNotFound(error: unknown): never {
  throw error instanceof BlobMissingError
    ? new AppError('not_found', { message: 'The original file is missing.', cause: error })
    : error
}

/** Records a download once per caller, revision and hour: a player requests many ranges of one file. */
async function recordDownload(caller: Caller, subject: EventSubject): Promise<void> {
  if (await isRecorded(db, caller, subject)) return
  await writeIfSpace(async tx => {
    requirePermission(caller, subject.workspaceId, 'downloadOriginals')
    if (await isRecorded(tx, caller, subject)) return
    await recordEvent(tx, caller, 'artifact.downloaded', subject)
  })
}

async function isRecorded(
  executor: Db,
  caller: Caller,
  { subjectId, workspaceId }: EventSubject,
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
        eq(event.actorId, caller.id),
        eq(event.kind, 'artifact.downloaded'),
      ),
    )
    .limit(1)
  return row !== undefined
}
