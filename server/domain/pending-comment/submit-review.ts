import type { Input } from '#shared/contract'
import type { SubmittedReview } from '#shared/contract/pending-comment'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview, loadThread, type LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { decideReviewIn } from '~~/server/domain/review/decide-review'
import { serializeReview } from '~~/server/domain/review/serialize'
import { writeWithContexts, type Contexts } from '~~/server/domain/thread/contexts'
import { addComment, type NewComment } from '~~/server/domain/thread/add-comment'
import { insertThread } from '~~/server/domain/thread/insert-thread'
import { serializeAll } from '~~/server/domain/thread/serialize'
import { threadTarget } from '~~/server/domain/thread/thread-target'
import { runExclusiveHere } from '~~/server/process/mutex'
import { readPending, removePending, type PendingRow } from './pending-comments'

/**
 * Submits the given pending comments of the caller, oldest first, and then the verdict or, without a verdict,
 * the comment on the whole review. All of this happens in one transaction, so that others see everything at
 * the same time. A comment whose evidence or thread was deleted stays pending and is listed in `unsent`. Ids
 * that are no longer pending are ignored. Throws `conflict` if none of the ids is pending, so that only one
 * of several concurrent calls takes effect. A verdict is refused as in {@link decideReviewIn}, and then
 * nothing is sent.
 */
export function submitReview(human: HumanActor, input: Input<'submitReview'>): Promise<SubmittedReview> {
  // Concurrent calls would do all of the work, although only one of them takes effect.
  return runExclusiveHere(`submit ${human.id} ${input.id}`, () => submit(human, input))
}

async function submit(
  human: HumanActor,
  { id, pendingCommentIds, status, comment, lastChangeAt }: Input<'submitReview'>,
): Promise<SubmittedReview> {
  return writeWithContexts(async (tx, contexts) => {
    const loaded = await loadReview(human, id, 'writePendingComments', tx)
    const pending = (await readPending(tx, human, id)).filter(each => pendingCommentIds.includes(each.id))
    if (pending.length === 0)
      throw new AppError('conflict', {
        message: 'These comments were already sent or discarded.',
        hint: 'Reload the review to see its comments.',
      })
    const sent: { id: string; threadId: string }[] = []
    const unsent: SubmittedReview['unsent'] = []
    for (const each of pending) {
      const result = await send(tx, human, loaded, each, contexts)
      if ('reason' in result) unsent.push({ id: each.id, reason: result.reason })
      else sent.push({ id: each.id, threadId: result.threadId })
    }
    const threadOf = await serializeAll(
      tx,
      sent.map(each => each.threadId),
    )
    await removePending(
      tx,
      sent.map(each => each.id),
    )
    if (status !== undefined) await decideReviewIn(tx, human, { id, status, comment, lastChangeAt })
    else if (comment !== undefined)
      await insertThread(tx, human, loaded, {
        target: null,
        input: { kind: 'review', body: comment },
        contexts,
      })
    const { review } = await loadReview(human, id, 'comment', tx)
    return {
      review: serializeReview(review),
      sent: sent.map(each => ({ id: each.id, thread: threadOf(each.threadId) })),
      unsent,
    }
  })
}

/**
 * Submits one comment. Returns the id of its thread, or the reason why it cannot be submitted; in that case
 * nothing was changed.
 */
async function send(
  tx: Db,
  human: HumanActor,
  loaded: LoadedReview,
  { id: pendingCommentId, threadId, place, body }: PendingRow,
  contexts: Contexts,
): Promise<{ threadId: string } | { reason: string }> {
  try {
    if (place === null) return await sendReply(tx, human, threadId ?? '', { body, pendingCommentId })
    const target = await threadTarget(tx, human, loaded, place)
    const input = { ...place, revisionId: place.revisionId ?? undefined, body, pendingCommentId }
    return await insertThread(tx, human, loaded, { target, input, contexts })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not_found')
      return {
        reason: place === null ? 'The comment that it replies to was deleted.' : 'Its evidence was deleted.',
      }
    if (error.code === 'invalid_request') return { reason: error.message }
    throw error
  }
}

async function sendReply(
  tx: Db,
  human: HumanActor,
  threadId: string,
  written: NewComment,
): Promise<{ threadId: string }> {
  const loaded = await loadThread(human, threadId, 'comment', tx)
  await addComment(tx, human, loaded, threadId, written)
  return { threadId }
}
