import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { pictureWidths } from '#shared/contract/media-types'
import type { Thread } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadReview, type LoadedReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { baseNameOf } from '~~/server/domain/artifact/file-name'
import { drawRevision } from '~~/server/domain/picture/draw-revision'
import { numbered, shapesOnPicture } from '~~/server/domain/picture/marks'
import { serializeParts, type ReviewParts } from '~~/server/domain/review/serialize'
import { serializeThreads } from '~~/server/domain/thread/serialize'
import type { Attachment } from './attachment'
import { pageEnd, pageHead, reviewSection, revisionSection } from './review-page'

const SIDE = Math.max(...pictureWidths.map(Number))

/**
 * Returns a review as one HTML page that loads nothing else: the latest revision of each artifact and those
 * with comments, each with its numbered marks. Videos are shown by their poster. Pictures are drawn one at a
 * time while the page is sent, so that memory holds one of them.
 */
export async function exportReviewPage(caller: Caller, input: { id: string }): Promise<Attachment> {
  const loaded = await loadReview(caller, input.id, 'readFeedback')
  const parts = await serializeParts(db, loaded)
  const threads = await serializeThreads(db, loaded.review.id)
  return {
    fileName: `${baseNameOf(loaded.review.title, 'review')}.html`,
    contentType: 'text/html; charset=utf-8',
    open: async () => Readable.from(page(loaded, parts, threads), { objectMode: false }),
  }
}

async function* page(
  { workspace }: LoadedReview,
  { review, artifacts }: ReviewParts,
  threads: readonly Thread[],
): AsyncGenerator<string> {
  yield pageHead(review)
  for (const artifact of artifacts) {
    const shown = artifact.revisions.filter(
      each =>
        each.completedAt !== null &&
        (each.id === artifact.currentRevision?.id ||
          threads.some(thread => thread.artifactId === artifact.id && thread.revision === each.index)),
    )
    for (const { id, index } of shown.toReversed()) {
      const own = threads.filter(each => each.artifactId === artifact.id && each.revision === index)
      const picture = await pictureOf(id, workspace.plan, own)
      yield revisionSection(artifact, index, picture, own)
    }
  }
  yield reviewSection(threads.filter(each => each.artifactId === null))
  yield pageEnd()
}

/** Returns the picture of a revision with its marks as a data address; null where it has none. */
async function pictureOf(
  revisionId: string,
  plan: LoadedReview['workspace']['plan'],
  threads: readonly Thread[],
): Promise<string | null> {
  const [row] = await db.select().from(revision).where(eq(revision.id, revisionId))
  if (!row) return null
  const marks = threads.flatMap(each => numbered(shapesOnPicture(each), each.number))
  try {
    const { source, mime } = await drawRevision(row, plan, { side: SIDE, marks })
    const data = await source.read(0, source.size)
    return `data:${mime};base64,${data.toString('base64')}`
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
