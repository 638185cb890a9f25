import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadComment } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { comment } from '~~/server/db/schema'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { touchThread } from './add-comment'
import { requireAuthor } from './authorship'
import { changeImages } from './comment-images'
import { readMentions } from './read-mentions'
import { serializeThread } from './serialize'
import { assertWithinLimits, countTotals } from './usage'

/**
 * Changes the text and the images of a comment of the caller. If text and images are the same as before,
 * nothing changes and no audit event is recorded. The files of removed images are deleted.
 */
export async function editComment(caller: Caller, input: Input<'editComment'>): Promise<Thread> {
  const { thread, removedKeys } = await write(async tx => {
    const loaded = await loadComment(caller, input.id, 'editOwnComments', tx)
    requireAuthor(caller, loaded.comment)
    const threadId = loaded.thread.id
    const holder = { commentId: input.id }
    const { isChanged, removedKeys } = await changeImages(
      tx,
      caller,
      loaded.review.id,
      holder,
      input.imageIds,
    )
    if (isChanged || input.body !== loaded.comment.body) {
      const now = Date.now()
      const mentions = await readMentions(tx, loaded.workspace.id, input.body)
      await tx
        .update(comment)
        .set({ body: input.body, mentions, editedAt: now })
        .where(eq(comment.id, input.id))
      const used = await countTotals(tx, loaded.review.id)
      // A change that does not make the text longer is always allowed.
      if (Buffer.byteLength(input.body) > Buffer.byteLength(loaded.comment.body))
        await assertWithinLimits(tx, loaded.review.id, used, { marks: false })
      await touchThread(tx, { id: threadId, now })
      await recordChange(tx, {
        kind: 'comment.updated',
        actor: caller,
        subjectId: input.id,
        comment: { threadId, mentions },
        ...scopeOf(loaded),
      })
    }
    return { thread: await serializeThread(tx, threadId), removedKeys }
  })
  await removeUnnamed(removedKeys)
  return thread
}
