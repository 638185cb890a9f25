import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { review as reviews } from '~~/server/db/schema'
import { findCompleted } from '~~/server/domain/artifact/find-completed'
import type { Served } from '~~/server/domain/artifact/download-original'
import { reviewSizes } from '~~/server/domain/thread/large-review'
import { drawAllMarks } from './draw-all-marks'
import { drawRevision } from './draw-revision'

/**
 * Returns the picture of a revision of an artifact, with the marks of the revision's threads. The marks show
 * the numbers of the threads.
 */
export async function readArtifactPicture(
  caller: Caller,
  input: Input<'readArtifactPicture'>,
): Promise<Served> {
  const { review, workspace } = await loadArtifact(caller, input.id, 'readFeedback')
  const row = await findCompleted(db, input.id, input.revision)
  if (!row)
    throw new AppError('not_found', {
      message: 'This artifact has no such completed revision.',
      field: input.revision === undefined ? undefined : 'revision',
    })
  const side = Number(input.w)
  if (input.marks === 'none') return drawRevision(row, workspace, { side, marks: [] })
  const [sizes] = await db.select(reviewSizes).from(reviews).where(eq(reviews.id, review.id))
  if (!sizes) throw new AppError('not_found')
  return drawAllMarks({ row, review: sizes, workspace }, side, input.marks)
}
