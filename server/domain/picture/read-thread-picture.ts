import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Shape } from '#shared/contract/geometry'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import type { Served } from '~~/server/domain/artifact/download-original'
import { drawRevision } from './draw-revision'

/**
 * Returns the part of a picture that a thread is about, with its mark: on the revision that the thread is
 * pinned to, or the same part of the latest. A thread without a mark shows the whole picture.
 */
export async function readThreadPicture(caller: Caller, input: Input<'readThreadPicture'>): Promise<Served> {
  const { thread, workspace } = await loadThread(caller, input.id, 'readFeedback')
  const { artifactId, revisionId } = thread
  if (artifactId === null || revisionId === null)
    throw new AppError('not_found', { message: 'This thread is about the review, not about a picture.' })
  const isLatest = input.on === 'latest'
  const [row] = await db
    .select()
    .from(revision)
    .where(
      isLatest
        ? and(eq(revision.artifactId, artifactId), isNotNull(revision.completedAt))
        : eq(revision.id, revisionId),
    )
    .orderBy(desc(revision.index))
    .limit(1)
  if (!row) throw new AppError('not_found', { message: 'The revision of this thread is gone.' })
  const around = shapeOf(thread)
  // What is shown of a later revision need not be what the mark was put on.
  const marks = around && !isLatest ? [{ shape: around }] : []
  return drawRevision(row, workspace.plan, { side: Number(input.w), marks, around })
}

/** Returns the drawn mark of a thread; undefined for kinds that are not drawn. */
export function shapeOf({ kind, geometry }: { kind: string; geometry: unknown }): Shape | undefined {
  return geometry === null ? undefined : ({ kind, geometry } as Shape)
}
