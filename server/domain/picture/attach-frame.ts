import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import type { Caller, HumanActor } from '~~/server/access/actor'
import { loadThread } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { db, write, type Db } from '~~/server/db'
import { revision, thread } from '~~/server/db/schema'
import { isMediaActive } from '~~/server/domain/artifact/active-media'
import { storeFrame } from '~~/server/domain/artifact/derive-media'
import { isAuthor } from '~~/server/domain/thread/authorship'
import { serializeThread } from '~~/server/domain/thread/serialize'
import { readComments } from '~~/server/domain/thread/thread-comments'
import type { UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { withPicture } from './receive-picture'

const sent = { noun: 'frame', maxBytes: limits.frameBytes }

/**
 * Stores the video frame that a thread is about, as a picture that the browser of the comment's author sends.
 * Encodes the picture again, and stores first the file, then the row with its key and the sender. Only the
 * first frame of a thread is stored; later frames change nothing. Guests and agents send no frames, so the
 * browser of any member may send the frames of their comments. Throws `forbidden` for other callers,
 * `conflict` if the thread has no video time or the media is past its retention, `too_large` for a picture
 * that is too large, and `invalid_request` for a file that is not a picture.
 */
export async function attachFrame(
  person: HumanActor,
  { id }: Input<'attachFrame'>,
  body: UploadedBytes,
): Promise<Thread> {
  const { frameKey, revisionId, workspaceId } = await loadFramable(person, id)
  if (frameKey !== null) return serializeThread(db, id)
  const frame = await withPicture(body, sent, file => storeFrame({ id: revisionId, workspaceId }, file))
  const isNamed = await withNewFiles([frame.key], () =>
    write(async tx => {
      const current = await loadFramable(person, id, tx)
      if (current.frameKey !== null) return false
      await tx
        .update(thread)
        .set({
          frameKey: frame.key,
          frameBytes: frame.bytes,
          frameById: person.id,
          frameByName: person.name,
        })
        .where(eq(thread.id, id))
      await recordChange(tx, { kind: 'review.updated', reviewId: current.reviewId })
      return true
    }),
  )
  if (!isNamed) await removeUnnamed([frame.key])
  return serializeThread(db, id)
}

/** Returns a thread with its revision, if the caller may attach a frame to the thread. Throws otherwise. */
async function loadFramable(caller: Caller, id: string, executor: Db = db) {
  const { thread: row, review, workspace } = await loadThread(caller, id, 'editOwnComments', executor)
  const [first] = await readComments(executor, id)
  if (!first || (first.authorType === 'human' && !isAuthor(caller, first)))
    throw new AppError('forbidden', {
      message: 'Only the author of a comment can send its frame.',
      hint: 'Write your own comment.',
    })
  const { revisionId, timestampMs, frameKey } = row
  if (revisionId === null || timestampMs === null)
    throw new AppError('conflict', {
      message: 'This comment is not on a moment of a video.',
      hint: 'Send frames only for comments with timestampMs.',
    })
  const [pinned] = await executor.select().from(revision).where(eq(revision.id, revisionId))
  if (!pinned || !isMediaActive(pinned, workspace))
    throw new AppError('conflict', {
      message: 'This evidence is past its retention.',
      hint: 'Comment on a later revision.',
    })
  return { frameKey, revisionId, reviewId: review.id, workspaceId: workspace.id }
}
