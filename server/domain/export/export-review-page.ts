import { Readable } from 'node:stream'
import type { Reviewer } from '#shared/contract/reviewer'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadReview, type LoadedReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { baseNameOf } from '~~/server/domain/artifact/file-name'
import type { DrawnWorkspace } from '~~/server/domain/picture/draw-revision'
import { readReviewers } from '~~/server/domain/review/reviewers'
import { serializeParts, type ReviewParts } from '~~/server/domain/review/serialize'
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
import { placesOf, threadsInParts, type ListedPlace } from './threads-in-parts'

/**
 * Returns a review as one self-contained HTML page. The page contains the latest revision of each artifact
 * and all revisions with comments, with numbered marks, and the comments with their images. Instead of a
 * video, the page contains the poster and the video frames of comments. Pictures are drawn one at a time
 * while the page is sent, and comments are read in parts, so that memory contains only one picture and one
 * part. After each comment, the server can process other requests, because converting the Markdown of a
 * comment may take milliseconds.
 */
export async function exportReviewPage(caller: Caller, input: { id: string }): Promise<Attachment> {
  const loaded = await loadReview(caller, input.id, 'readFeedback')
  const parts = await serializeParts(db, loaded)
  const reviewers = await readReviewers(db, loaded.review.id)
  const places = await placesOf(loaded.review.id)
  const pictures = await readCommentPictures(loaded.review.id)
  return {
    fileName: `${baseNameOf(loaded.review.title, 'review')}.html`,
    contentType: 'text/html; charset=utf-8',
    async open() {
      await recordExport(caller, loaded, 'html')
      return Readable.from(page(loaded, parts, reviewers, places, pictures), {
        objectMode: false,
      })
    },
  }
}

async function* page(
  loaded: LoadedReview,
  { review, artifacts, threadCounts }: ReviewParts,
  reviewers: readonly Reviewer[],
  places: readonly ListedPlace[],
  pictures: CommentPictures,
): AsyncGenerator<string> {
  yield pageHead(review, artifacts, reviewers, threadCounts.open + threadCounts.addressed)
  const yieldIfDue = createYield()
  const { workspace } = loaded
  const byRevision = Map.groupBy(places, each => each.revisionId)
  for (const artifact of artifacts) {
    const shown = artifact.revisions.filter(
      each =>
        each.completedAt !== null && (each.id === artifact.currentRevision?.id || byRevision.has(each.id)),
    )
    for (const revision of shown.toReversed()) {
      const own = byRevision.get(revision.id) ?? []
      const row = await readRevision(revision.id)
      yield revisionStart(artifact, revision, row ? await pictureOf(row, loaded) : null)
      for await (const thread of threadsInParts(own)) {
        yield threadStart(thread)
        const source = row ? await frameOf(row, workspace, thread, pictures) : null
        if (source !== null) yield frame(thread, source)
        yield* commentsOf(thread, workspace, pictures, yieldIfDue)
      }
      yield sectionEnd
    }
  }
  const others = places.filter(each => each.artifactId === null)
  if (others.length > 0) {
    yield reviewStart
    for await (const thread of threadsInParts(others)) {
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
