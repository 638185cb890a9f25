import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { findCompleted } from '~~/server/domain/artifact/find-completed'
import type { Served } from '~~/server/domain/artifact/download-original'
import { drawComparison, drawFrame, drawRevision } from './draw-revision'
import { marksOf, shapesOf, shapesOnPicture } from './marks'

/**
 * Returns the area of a picture that a thread is about: on the revision of the thread with the mark, on the
 * latest revision without the mark, or on both side by side. If the thread has no mark, returns the whole
 * picture. For a video, returns the frame of the thread. Returns the poster instead if the thread has no
 * frame, and for the latest revision. Throws `conflict` if the call requests both revisions and there is no
 * later revision.
 */
export async function readThreadPicture(caller: Caller, input: Input<'readThreadPicture'>): Promise<Served> {
  const { thread, workspace } = await loadThread(caller, input.id, 'readFeedback')
  const { artifactId, revisionId, frameKey } = thread
  if (artifactId === null || revisionId === null)
    throw new AppError('not_found', { message: 'This thread is about the review, not about an image.' })
  const isOfFrame = input.on === 'pinned' && frameKey !== null
  const around = isOfFrame ? shapesOf(thread) : shapesOnPicture(thread)
  const drawing = { side: Number(input.w), marks: marksOf(around), around }
  if (isOfFrame) return drawFrame(await pinnedRevision(revisionId), frameKey, workspace, drawing)
  if (input.on === 'pinned') return drawRevision(await pinnedRevision(revisionId), workspace, drawing)
  const latest = await latestRevision(artifactId)
  // The mark is left out, since a later revision may not show the marked content.
  if (input.on === 'latest') return drawRevision(latest, workspace, { ...drawing, marks: [] })
  if (latest.id === revisionId)
    throw new AppError('conflict', {
      field: 'on',
      message: 'There is nothing to compare: the thread is on the latest revision.',
      hint: 'Upload a revision that addresses it first, or use on=pinned.',
    })
  return drawComparison(await pinnedRevision(revisionId), latest, workspace, drawing)
}

async function pinnedRevision(id: string) {
  const [row] = await db.select().from(revision).where(eq(revision.id, id))
  if (!row) throw revisionNotFound()
  return row
}

async function latestRevision(artifactId: string) {
  const row = await findCompleted(db, artifactId)
  if (!row) throw revisionNotFound()
  return row
}

const revisionNotFound = () =>
  new AppError('not_found', { message: 'The revision of this thread was deleted.' })
