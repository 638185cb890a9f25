import { and, eq, sql } from 'drizzle-orm'
import type { ShapesInput, ThreadKind } from '#shared/contract/geometry'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { AppError, invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import type { InReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { withCommit, type Db } from '~~/server/db'
import { prepared, preparedInsert } from '~~/server/db/prepared'
import { review, revision, thread, type artifact } from '~~/server/db/schema'
import { currentRevision, isCompletedOf } from '~~/server/db/completed-revisions'
import { unclaimed } from './claim-thread'
import type { Contexts } from './contexts'
import { insertComment, type NewComment } from './add-comment'
import { eventActorOf, type Author } from './author'
import { imagesByComment } from './comment-images'
import { positionOf } from './position'
import { toThread } from './serialize'
import { addToTotals, assertWithinLimits, markBytesOf } from './usage'

type ArtifactRow = typeof artifact.$inferSelect

/** The place of a new thread: its revision, shapes and time. */
export interface NewPlace {
  kind: ThreadKind
  revisionId?: string
  geometry?: unknown
  shapes?: ShapesInput | null
  timestampMs?: number | null
  endMs?: number | null
  frameMs?: number | null
}

/** The input for a new thread: its place and its first comment. */
export interface NewThread extends NewPlace, NewComment {}

/**
 * Returns the place of a new thread. `target` is null for a thread on the review itself. The thread is pinned
 * to the given revision or, without one, to the latest completed revision. Throws `invalid_request` if the
 * kind, geometry, timestamp and target do not match each other, and `not_found` for an unknown revision.
 */
export async function placeOf(
  tx: Db,
  target: ArtifactRow | null,
  input: NewPlace,
  pinnable = target && readPinnable(tx, target.id, input.revisionId),
) {
  const position = positionOf(target, input)
  const pinned = pinnable === null ? null : revisionToPin(await pinnable, input.revisionId)
  if (target === null && input.revisionId)
    throw invalid('revisionId', 'A comment on the review has no revision.', 'Leave revisionId out.')
  if (pinned !== null) {
    assertWithinVideo(pinned, 'timestampMs', position.timestampMs)
    assertWithinVideo(pinned, 'endMs', position.endMs)
  }
  return { ...position, pinned }
}

/** A thread that is inserted. */
interface InsertedThread {
  /** The artifact that the thread is on; null for a thread on the review. */
  target: ArtifactRow | null
  input: NewThread
  /** The contexts of the revisions to which the thread may be pinned. */
  contexts: Contexts
  /** The revisions to which the thread may be pinned, if they are being read already. */
  pinnable?: ReturnType<typeof readPinnable>
}

/**
 * Inserts a thread with its first comment inside the given transaction. Must run in
 * `writeWithContexts`. Throws the errors of {@link placeOf}, before it changes anything, and the errors
 * of {@link insertComment} and {@link assertWithinLimits}.
 */
export async function insertThread(
  tx: Db,
  author: Author,
  loaded: InReview,
  { target, input, contexts, pinnable }: InsertedThread,
): Promise<Thread> {
  const { pinned, geometry, shapes, timestampMs, endMs, frameMs } = await placeOf(tx, target, input, pinnable)
  const now = Date.now()
  const id = newId('thread')
  const row = {
    id,
    reviewId: loaded.review.id,
    artifactId: target?.id ?? null,
    revisionId: pinned?.id ?? null,
    kind: input.kind,
    geometry,
    shapes: shapes.length > 0 ? shapes : null,
    timestampMs,
    endMs,
    frameMs,
    frameKey: null,
    frameBytes: null,
    frameById: null,
    frameByName: null,
    ...unclaimed,
    ...contexts.at(pinned, { kind: input.kind, geometry, shapes, timestampMs, endMs }),
    status: 'open',
    label: null,
    createdAt: now,
    updatedAt: now,
  } as const
  const markBytes = markBytesOf(row)
  // This statement takes the next number of the review's threads. It is sent before the statement that
  // inserts the thread, because that statement stores the number.
  const adding = addToTotals(tx, row.reviewId, {
    numbers: target ? 1 : 0,
    bodyBytes: Buffer.byteLength(input.body),
    markBytes,
  })
  withCommit(target ? insertNumbered(tx, row) : insertRow(tx, { ...row, number: null }))
  const { body, imageIds, pendingCommentId } = input
  const written = { threadId: id, createdAt: now, body, imageIds, pendingCommentId }
  const created = {
    kind: 'thread.created',
    actor: eventActorOf(author),
    subjectId: id,
    ...scopeOf(loaded),
  } as const
  const [added, , { comment, images }] = await Promise.all([
    adding,
    recordChange(tx, created),
    insertComment(tx, author, loaded, written),
  ])
  const isGuest = author.type === 'guest'
  await assertWithinLimits(tx, row.reviewId, added, { marks: markBytes > 0, isGuest })
  const number = target ? (added?.lastThreadNumber ?? null) : null
  return toThread(
    {
      thread: { ...row, number },
      artifact: target && summaryOf(target),
      revision: pinned,
      markChanged: null,
    },
    [comment],
    imagesByComment(images),
  )
}

/**
 * Throws `invalid_request` if a time is after the end of the video. The end is the later of the stated
 * duration and the duration of the file, plus a tolerance for rounding. If the duration of the file was never
 * stored, any time is allowed.
 */
export function assertWithinVideo(
  { durationMs, fileDurationMs }: { durationMs: number | null; fileDurationMs: number | null },
  field: string,
  ms: number | null,
): void {
  if (fileDurationMs === null || ms === null) return
  const end = Math.max(durationMs ?? 0, fileDurationMs)
  if (ms > end + limits.timestampSlackMs)
    throw invalid(
      field,
      `${field} is past the end of the video (${end} ms).`,
      'Use a moment within the video.',
    )
}

/** Returns the fields of an artifact that are part of each thread on it. */
const summaryOf = ({ title, kind, route, viewport, commit, scenario }: ArtifactRow) => ({
  title,
  kind,
  route,
  viewport,
  commit,
  scenario,
})

const insertRow = preparedInsert(thread)

/** Inserts a thread on an artifact. The thread gets the number that its review has taken last. */
const insertNumbered = preparedInsert(thread, valueOf => {
  const isReview = sql`${review.id} = ${valueOf('reviewId')}`
  return { number: sql`(select ${review.lastThreadNumber} from ${review} where ${isReview})` }
})

const namedRevision = prepared(
  { artifactId: revision.artifactId, id: revision.id },
  (executor, { artifactId, id }) =>
    executor
      .select()
      .from(revision)
      .where(and(isCompletedOf(artifactId), eq(revision.id, id))),
)

/** Selects the revision of an artifact with the given id; without an id, the latest completed revision. */
export const readPinnable = (tx: Db, artifactId: string, id: string | undefined) =>
  id === undefined ? currentRevision(tx, { artifactId }) : namedRevision(tx, { artifactId, id })

/** Returns the only row of {@link readPinnable}. Throws if there is none. */
function revisionToPin([found]: Awaited<ReturnType<typeof readPinnable>>, id: string | undefined) {
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
