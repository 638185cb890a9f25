import { Readable } from 'node:stream'
import { authorLabel } from '#shared/text/author-label'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { baseNameOf } from '~~/server/domain/artifact/file-name'
import { createYield } from '~~/server/process/yield-to-event-loop'
import type { Attachment } from './attachment'
import { csvRow, csvStart } from './csv'
import { recordExport } from './record-export'
import { placesOf, threadsInParts, type ListedPlace } from './threads-in-parts'

const header = [
  'Comment',
  'Evidence',
  'Revision',
  'Mark',
  'Position',
  'Seconds',
  'Status',
  'Author',
  'Written at',
  'Text',
  'Address',
  'Further marks',
  'Images',
  // New columns are added at the end, so that scripts find the existing columns at the same positions.
  'End seconds',
  'Frame seconds',
  'Changed at the mark',
  'Label',
]

/**
 * Returns the comments of a review as CSV, one row for each comment. Replies follow the comment that they
 * reply to. The comments are read in parts while the file is sent.
 */
export async function exportReviewTable(caller: Caller, input: { id: string }): Promise<Attachment> {
  const loaded = await loadReview(caller, input.id, 'readFeedback')
  const { review } = loaded
  const places = await placesOf(review.id)
  return {
    fileName: `${baseNameOf(review.title, 'review')}.csv`,
    contentType: 'text/csv; charset=utf-8',
    async open() {
      await recordExport(caller, loaded, 'csv')
      return Readable.from(table(places), { objectMode: false })
    },
  }
}

async function* table(places: readonly ListedPlace[]): AsyncGenerator<string> {
  yield csvStart + csvRow(header)
  const yieldIfDue = createYield()
  for await (const thread of threadsInParts(places)) {
    await yieldIfDue()
    yield rowsOf(thread).map(csvRow).join('')
  }
}

const rowsOf = (thread: Thread) =>
  thread.comments.map(comment => [
    thread.number,
    thread.artifact?.title ?? null,
    thread.revision,
    thread.kind,
    thread.geometry && JSON.stringify(thread.geometry),
    seconds(thread.timestampMs),
    thread.status,
    authorLabel(comment.author),
    comment.createdAt,
    comment.body,
    thread.url,
    thread.shapes.length > 0
      ? JSON.stringify(thread.shapes.map(({ kind, geometry }) => ({ kind, geometry })))
      : null,
    comment.images.length > 0 ? comment.images.map(each => each.name).join('\n') : null,
    seconds(thread.endMs),
    seconds(thread.frameMs),
    thread.markChanged === null ? null : thread.markChanged ? 'yes' : 'no',
    thread.label,
  ])

const seconds = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : ms / 1000)
