import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { geometryOf, type Geometry, type ShapeKind, type ThreadKind } from '#shared/contract/geometry'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { AppError, invalid, ruleOf } from '#shared/errors'
import { newId } from '#shared/ids'
import { requireCaller, type Actor, type Caller } from '~~/server/access/actor'
import { loadArtifact, loadReview } from '~~/server/access/reach'
import { write, type Db } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { revision, thread } from '~~/server/db/schema'
import { insertComment, subjectOf } from './insert-comment'
import { serializeThread } from './serialize'

interface Note {
  kind: ThreadKind
  body: string
  revisionId?: string
  geometry?: unknown
  timestampMs?: number | null
}

/** Notes something on a review, or on one of its artifacts. */
export async function createThread(actor: Actor, input: Input<'createThread'>): Promise<Thread> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const { review, project } = await loadReview(caller, input.id, 'annotate', tx)
    const place = { reviewId: review.id, projectId: project.id, workspaceId: project.workspaceId }
    if (input.kind === 'review') {
      if (input.artifactId)
        throw invalid(
          'artifactId',
          'A note on the review has no artifact.',
          'Leave artifactId out, or use kind "artifact".',
        )
      return insertThread(tx, caller, place, null, input)
    }
    if (!input.artifactId)
      throw invalid(
        'artifactId',
        `artifactId is required for kind "${input.kind}".`,
        'Only kind "review" does without.',
      )
    const loaded = await loadArtifact(caller, input.artifactId, 'annotate', tx, 'artifactId')
    if (loaded.review.id !== review.id)
      throw new AppError('not_found', { message: 'There is no such artifact.', field: 'artifactId' })
    return insertThread(tx, caller, place, loaded.artifact, input)
  })
}

/** Notes something on an artifact: a spot, an area, a direction, a moment, or the whole of it. */
export async function annotateArtifact(actor: Actor, input: Input<'annotateArtifact'>): Promise<Thread> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const { artifact, review, project } = await loadArtifact(caller, input.id, 'annotate', tx)
    const place = { reviewId: review.id, projectId: project.id, workspaceId: project.workspaceId }
    return insertThread(tx, caller, place, input.kind === 'review' ? null : artifact, input)
  })
}

interface Place {
  reviewId: string
  projectId: string
  workspaceId: string
}
interface Target {
  id: string
  kind: 'image' | 'video'
}

async function insertThread(
  tx: Db,
  caller: Caller,
  place: Place,
  target: Target | null,
  note: Note,
): Promise<Thread> {
  const { geometry, timestampMs } = spotOf(target, note)
  const pinned = target === null ? null : await revisionOf(tx, target.id, note.revisionId)
  if (target === null && note.revisionId)
    throw invalid('revisionId', 'A note on the review has no revision.', 'Leave revisionId out.')
  if (timestampMs !== null && pinned !== null) assertWithin(pinned, timestampMs)
  const now = Date.now()
  const id = newId('thread')
  await tx.insert(thread).values({
    id,
    reviewId: place.reviewId,
    artifactId: target?.id ?? null,
    revisionId: pinned?.id ?? null,
    kind: note.kind,
    geometry,
    timestampMs,
    status: 'open',
    createdAt: now,
    updatedAt: now,
  })
  const at = { ...place, threadId: id }
  await recordEvent(tx, caller, 'thread.created', subjectOf(at))
  await insertComment(tx, caller, at, note.body, now)
  return serializeThread(tx, id)
}

/**
 * Throws `invalid_request` for a moment past both the stated length and the file's own, with some slack for
 * rounding. A revision whose file length was never stored has no bound.
 */
function assertWithin(
  { durationMs, fileDurationMs }: { durationMs: number | null; fileDurationMs: number | null },
  timestampMs: number,
): void {
  if (fileDurationMs === null) return
  const end = Math.max(durationMs ?? 0, fileDurationMs)
  if (timestampMs > end + limits.timestampSlackMs)
    throw invalid(
      'timestampMs',
      `timestampMs is past the end of the video (${end} ms).`,
      'Use a moment within the recording.',
    )
}

/** Geometry of a drawn kind. Throws `invalid_request` with the field and the form it should have. */
export function geometryFor(kind: ShapeKind, given: unknown): Geometry {
  const parsed = geometryOf[kind].safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = ['geometry', ...(issue?.path ?? [])].join('.')
  throw invalid(
    field,
    `"${field}" ${ruleOf(issue?.message ?? '')}.`,
    `The geometry of kind "${kind}" is ${shapes[kind]}, each a number from 0 to 1: pixels divided by the picture's width or height.`,
  )
}

/** Geometry and moment of a note, held to what its kind and the artifact's kind allow. */
function spotOf(
  target: Target | null,
  note: Note,
): { geometry: Geometry | null; timestampMs: number | null } {
  const { kind } = note
  const timestampMs = note.timestampMs ?? null
  if (kind !== 'timestamp' && timestampMs !== null)
    throw invalid(
      'timestampMs',
      `timestampMs does not go with kind "${kind}".`,
      'Use kind "timestamp", or leave it out.',
    )
  if (kind === 'timestamp') {
    if (target?.kind !== 'video')
      throw invalid(
        'kind',
        'A timestamp needs a video; this artifact is an image.',
        'Use point, rectangle, arrow or artifact.',
      )
    if (timestampMs === null)
      throw invalid(
        'timestampMs',
        'timestampMs is required for kind "timestamp".',
        'Give the moment in milliseconds from the start.',
      )
  }
  if (kind === 'timestamp' || kind === 'artifact' || kind === 'review') {
    if (note.geometry != null)
      throw invalid('geometry', `kind "${kind}" has no geometry.`, 'Leave geometry out.')
    return { geometry: null, timestampMs }
  }
  if (target?.kind !== 'image')
    throw invalid(
      'kind',
      `A ${kind} is drawn on images; this artifact is a video.`,
      'Use kind "timestamp" with timestampMs, or "artifact".',
    )
  return { geometry: geometryFor(kind, note.geometry), timestampMs: null }
}

const shapes = { point: '{ x, y }', rectangle: '{ x, y, width, height }', arrow: '{ x1, y1, x2, y2 }' }

/** The revision a note is pinned to: the one named, else the latest completed. */
async function revisionOf(tx: Db, artifactId: string, id: string | undefined) {
  const [found] = await tx
    .select()
    .from(revision)
    .where(
      and(
        eq(revision.artifactId, artifactId),
        isNotNull(revision.completedAt),
        id === undefined ? undefined : eq(revision.id, id),
      ),
    )
    .orderBy(desc(revision.index))
    .limit(1)
  if (found) return found
  if (id !== undefined)
    throw new AppError('not_found', {
      message: 'There is no such revision of this artifact.',
      field: 'revisionId',
    })
  throw invalid(
    'artifactId',
    'This artifact has no completed revision to note anything on.',
    'Complete its upload first.',
  )
}
