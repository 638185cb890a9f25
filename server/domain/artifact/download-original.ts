import { and, desc, eq, gte, isNotNull } from 'drizzle-orm'
import type { Mime } from '#shared/contract/kit/fields'
import { limits } from '#shared/contract/kit/limits'
import { mediaLife } from '#shared/plans'
import { AppError } from '#shared/errors'
import { firstIdAt } from '#shared/ids'
import { requireCaller, type Actor, type Caller } from '~~/server/access/actor'
import { loadArtifact, requireRole } from '~~/server/access/reach'
import type { ByteSource } from '~~/server/byte-source'
import { db, writeIfRoom, type Db } from '~~/server/db'
import { recordEvent, type EventSubject } from '~~/server/db/events'
import { event, revision } from '~~/server/db/schema'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/driver'
import { settings } from '~~/server/settings'

/** Bytes to send, with what they are called. */
export interface Served {
  source: ByteSource
  /** Names these very bytes: another making of them has another. */
  tag: string
  mime: Mime
  fileName: string
  /** Called before bytes leave, for the whole and for each range; not for HEAD, 304 and 416. */
  onStart?: () => Promise<void>
}

/** The original bytes of a revision, the latest when none is named: the only way they leave. */
export async function downloadOriginal(
  actor: Actor,
  input: { id: string; revision?: number },
): Promise<Served> {
  const caller = requireCaller(actor)
  const { artifact, review, project, workspace } = await loadArtifact(caller, input.id, 'look')
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
          : `There is no completed revision ${input.revision} of this artifact.`,
      field: input.revision === undefined ? undefined : 'revision',
    })
  if (
    mediaLife(row.completedAt, row.mediaDeletedAt, workspace.plan, settings().retention, Date.now()).state !==
    'active'
  )
    throw new AppError('not_found', { message: 'This evidence is past its retention.' })
  const source = await blobs()
    .source(row.originalKey)
    .catch((error: unknown) => {
      throw error instanceof BlobMissingError
        ? new AppError('not_found', { message: 'The original bytes are gone.', cause: error })
        : error
    })
  return {
    source,
    tag: row.originalKey.split('/').at(-1) ?? row.id,
    mime: row.mime,
    fileName: fileNameOf(artifact.title, row.index, row.mime),
    onStart: () =>
      recordDownload(caller, {
        subjectId: row.id,
        workspaceId: project.workspaceId,
        projectId: project.id,
        reviewId: review.id,
      }),
  }
}

/** Records a download once per caller, revision and hour: a player requests many ranges of one file. */
async function recordDownload(caller: Caller, subject: EventSubject): Promise<void> {
  if (await isRecorded(db, caller, subject)) return
  await writeIfRoom(async tx => {
    requireRole(caller, subject.workspaceId, 'look')
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

const extensions: Record<Mime, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** A name for the downloads folder: the evidence's title with what no file system minds, and its revision. */
export function fileNameOf(title: string, index: number, mime: Mime): string {
  const base = title
    .normalize('NFC')
    .replace(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  // Cut between characters: half of one cannot be written in a header.
  const short = Array.from(base).slice(0, 120).join('').trim()
  return `${short === '' ? 'evidence' : short} r${index}.${extensions[mime]}`
}
