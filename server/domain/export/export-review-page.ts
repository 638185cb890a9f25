import { Readable } from 'node:stream'
import type { Reviewer } from '#shared/contract/reviewer'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { baseNameOf } from '~~/server/domain/artifact/file-name'
import type { DrawnWorkspace } from '~~/server/domain/picture/draw-revision'
import { readReviewers } from '~~/server/domain/review/reviewers'
import { serializeParts, type ReviewParts } from '~~/server/domain/review/serialize'
import { serializeThreads } from '~~/server/domain/thread/serialize'
import { createYield } from '~~/server/process/yield-to-event-loop'
import type { Attachment } from './attachment'
import {
  commentImageOf,
  frameOf,
  pictureOf,
  readCommentPictures,
  readRevision,
  type CommentPictures,
} from './page-pictures'
import { recordExport } from './record-export'
import {
  commentEnd,
  commentImage,
  commentStart,
  frame,
  pageEnd,
  pageHead,
  revisionStart,
  reviewStart,
  sectionEnd,
  threadEnd,
  threadStart,
} from './review-page'

/**
 * Returns a review as one self-contained HTML page. The page contains the latest revision of each artifact
 * and all revisions with comments, with numbered marks, and the comments with their images. Instead of a
 * video, the page contains the poster and the video frames of comments. Pictures are drawn one at a time
 * while the page is sent, so that memory contains only one of them. After each comment, the server can
 * process other requests, because converting the Markdown of a comment may take milliseconds.
 */
export async function exportReviewPage(caller: Caller, input: { id: string }): Promise<Attachment> {
  const loaded = await loadReview(caller, input.id, 'readFeedback')
  const parts = await serializeParts(db, loaded)
  const reviewers = await readReviewers(db, loaded.review.id)
  const threads = await serializeThreads(db, loaded.review)
  const pictures = await readCommentPictures(loaded.review.id)
  return {
    fileName: `${baseNameOf(loaded.review.title, 'review')}.html`,
    contentType: 'text/html; charset=utf-8',
    async open() {
      await recordExport(caller, loaded, 'html')
      return Readable.from(page(loaded.workspace, parts, reviewers, threads, pictures), {
        objectMode: false,
      })
    },
  }
}

async function* page(
  workspace: DrawnWorkspace,
  { review, artifacts, threadCounts }: ReviewParts,
  reviewers: readonly Reviewer[],
  threads: readonly Thread[],
  pictures: CommentPictures,
): AsyncGenerator<string> {
  yield pageHead(review, artifacts, reviewers, threadCounts.open + threadCounts.addressed)
  const yieldIfDue = createYield()
  const placeOf = (artifactId: string | null, revision: number | null) => `${artifactId} ${revision}`
  const byPlace = Map.groupBy(threads, each => placeOf(each.artifactId, each.revision))
  for (const artifact of artifacts) {
    const shown = artifact.revisions.filter(
      each =>
        each.completedAt !== null &&
        (each.id === artifact.currentRevision?.id || byPlace.has(placeOf(artifact.id, each.index))),
    )
    for (const revision of shown.toReversed()) {
      const own = byPlace.get(placeOf(artifact.id, revision.index)) ?? []
      const row = await readRevision(revision.id)
      yield revisionStart(artifact, revision, row ? await pictureOf(row, workspace, own) : null)
      for (const thread of own) {
        yield threadStart(thread)
        const source = row ? await frameOf(row, workspace, thread, pictures) : null
        if (source !== null) yield frame(thread, source)
        yield* commentsOf(thread, workspace, pictures, yieldIfDue)
      }
      yield sectionEnd
    }
  }
  const others = threads.filter(each => each.artifactId === null)
  if (others.length > 0) {
    yield reviewStart
    for (const thread of others) {
      yield threadStart(thread)
      yield* commentsOf(thread, workspace, pictures, yieldIfDue)
    }
    yield sectionEnd
  }
  yield pageEnd
}

/** Yields the comments of a thread with their images, and then the closing tag of the thread. */
async function* commentsOf(
  thread: Thread,
  workspace: DrawnWorkspace,
  pictures: CommentPictures,
  yieldIfDue: () => Promise<void>,
): AsyncGenerator<string> {
  for (const comment of thread.comments) {
    await yieldIfDue()
    yield commentStart(comment)
    for (const image of comment.images)
      yield commentImage(image, await commentImageOf(image.id, workspace, pictures))
    yield commentEnd
  }
  yield threadEnd
}
