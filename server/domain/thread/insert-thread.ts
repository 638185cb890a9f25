import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { ThreadKind } from '#shared/contract/geometry'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { AppError, invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import type { InReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { recordEvent, scopeOf } from '~~/server/db/events'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { revision, thread, type artifact } from '~~/server/db/schema'
import { insertComment } from './add-comment'
import { positionOf } from './position'
import { toThread } from './serialize'

type ArtifactRow = typeof artifact.$inferSelect

/** What a caller sends to start a thread: its first comment and its position. */
export interface NewThread {
  kind: ThreadKind
  body: string
  revisionId?: string
  geometry?: unknown
  timestampMs?: number | null
}

/**
 * Inserts a thread with its first comment in a running transaction; `target` is null for a thread on the
 * review itself. Pins it to the named revision, else to the latest completed one. Throws `invalid_request`
 * where kind, geometry, timestamp and target do not go together, and `not_found` for an unknown revision.
 */
export async function insertThread(
  tx: Db,
  caller: Caller,
  loaded: InReview,
  target: ArtifactRow | null,
  input: NewThread,
): Promise<Thread> {
  const { geometry, timestampMs } = positionOf(target, input)
  const pinned = target === null ? null : await revisionToPin(tx, target.id, input.revisionId)
  if (target === null && input.revisionId)
    throw invalid('revisionId', 'A comment on the review has no revision.', 'Leave revisionId out.')
  if (timestampMs !== null && pinned !== null) assertWithinVideo(pinned, timestampMs)
  const now = Date.now()
  const id = newId('thread')
  const row = {
    id,
    reviewId: loaded.review.id,
    artifactId: target?.id ?? null,
    revisionId: pinned?.id ?? null,
    kind: input.kind,
    geometry,
    timestampMs,
    status: 'open',
    createdAt: now,
    updatedAt: now,
  } as const
  await insertRow(tx, row)
  await recordEvent(tx, caller, 'thread.created', { subjectId: id, ...scopeOf(loaded) })
  const comment = await insertComment(tx, caller, loaded, { threadId: id, body: input.body, createdAt: now })
  return toThread({ thread: row, artifact: target && summaryOf(target), revision: pinned }, [comment])
}

/**
 * Throws `invalid_request` for a timestamp past both the stated length and the file's own, with some slack
 * for rounding. A revision whose file length was never stored has no bound.
 */
function assertWithinVideo(
  { durationMs, fileDurationMs }: { durationMs: number | null; fileDurationMs: number | null },
  timestampMs: number,
): void {
  if (fileDurationMs === null) return
  const end = Math.max(durationMs ?? 0, fileDurationMs)
  if (timestampMs > end + limits.timestampSlackMs)
    throw invalid(
      'timestampMs',
      `timestampMs is past the end of the video (${end} ms).`,
      'Use a moment within the video.',
    )
}

/** Returns what a thread shows of its artifact. */
const summaryOf = ({ title, kind, route, viewport, commit, scenario }: ArtifactRow) => ({
  title,
  kind,
  route,
  viewport,
  commit,
  scenario,
})

const insertRow = preparedInsert(thread)

const completedRevisions = prepared(executor => {
  const ofArtifact = and(
    eq(revision.artifactId, sql.placeholder('artifactId')),
    isNotNull(revision.completedAt),
  )
  const select = () => executor.select().from(revision)
  return {
    named: select()
      .where(and(ofArtifact, eq(revision.id, sql.placeholder('id'))))
      .prepare(),
    latest: select().where(ofArtifact).orderBy(desc(revision.index)).limit(1).prepare(),
  }
})

/** Returns the named revision of an artifact, else its latest completed one. */
async function revisionToPin(tx: Db, artifactId: string, id: string | undefined) {
  const { named, latest } = completedRevisions(tx)
  const [found] = await (id === undefined
    ? latest.execute({ artifactId })
    : named.execute({ artifactId, id }))
  if (found) return found
  if (id !== undefined)
    throw new AppError('not_found', {
      message: 'Revision not found for this artifact.',
      field: 'revisionId',
    })
  throw invalid(
    'artifactId',
    'This artifact has no completed revision to annotate.',
    'Complete its upload first.',
  )
}
