import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { thread } from '~~/server/db/schema'
import { findCompleted } from '~~/server/domain/artifact/find-completed'
import type { Served } from '~~/server/domain/artifact/download-original'
import { drawRevision } from './draw-revision'
import { marksOf, shapesOnPicture } from './marks'

/**
 * Returns the picture of a revision of an artifact, with the marks of the revision's threads. The marks show
 * the numbers of the threads.
 */
export async function readArtifactPicture(
  caller: Caller,
  input: Input<'readArtifactPicture'>,
): Promise<Served> {
  const { workspace } = await loadArtifact(caller, input.id, 'readFeedback')
  const row = await findCompleted(db, input.id, input.revision)
  if (!row)
    throw new AppError('not_found', {
      message: 'This artifact has no such completed revision.',
      field: input.revision === undefined ? undefined : 'revision',
    })
  const threads =
    input.marks === 'none' ? [] : await db.select().from(thread).where(eq(thread.revisionId, row.id))
  const marks = threads
    .filter(each => input.marks === 'all' || each.status === 'open')
    .toSorted(byCreation)
    .flatMap(each => marksOf(shapesOnPicture(each), each.number))
  return drawRevision(row, workspace, { side: Number(input.w), marks })
}
