import { eq } from 'drizzle-orm'
import { db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { thread, type revision } from '~~/server/db/schema'
import type { Served } from '~~/server/domain/artifact/download-original'
import { inTurn, type ReviewSizes } from '~~/server/domain/thread/large-review'
import { hasClientLeft } from '~~/server/process/request-context'
import { drawRevision, type DrawnWorkspace } from './draw-revision'
import { marksOf, shapesOnPicture } from './marks'

/** The evidence whose picture is drawn: a revision with its review and workspace. */
interface Drawn {
  row: typeof revision.$inferSelect
  review: ReviewSizes
  workspace: DrawnWorkspace
}

/**
 * Draws the picture of a revision with the marks of its threads: of all threads, or only of the open ones. A
 * picture of a large review first waits for a turn: {@link inTurn} limits how many such pictures are drawn at
 * once. Throws as {@link drawRevision} does.
 */
export function drawAllMarks(
  { row, review, workspace }: Drawn,
  side: number,
  marked: 'all' | 'open',
): Promise<Served> {
  return inTurn('pictures', review, hasClientLeft, async () => {
    const { number, kind, geometry, shapes, timestampMs, status, createdAt, id } = thread
    const threads = await db
      .select({ number, kind, geometry, shapes, timestampMs, status, createdAt, id })
      .from(thread)
      .where(eq(thread.revisionId, row.id))
    const marks = threads
      .filter(each => marked === 'all' || each.status === 'open')
      .toSorted(byCreation)
      .flatMap(each => marksOf(shapesOnPicture(each), each.number))
    return drawRevision(row, workspace, { side, marks })
  })
}
