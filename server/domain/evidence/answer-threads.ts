import { and, desc, eq, ne } from 'drizzle-orm'
import type { AddressedThread } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadThread, type LoadedReview, type LoadedThread } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { comment } from '~~/server/db/schema'
import { addressLoaded } from '~~/server/domain/thread/address-thread'
import { serializeAllChanged } from '~~/server/domain/thread/serialize'
import type { Published } from './submission'
import type { ShownPictures } from '~~/server/domain/artifact/shown-pictures'

/** The replies of a call, by the id of the thread. A reply without text adds no comment. */
export interface Answers {
  answers?: Record<string, string>
  /** If true, the call may answer a thread even if none of its files changes the evidence of the thread. */
  force?: 'true' | 'false'
}

/** Throws `not_found` if a thread that the call answers is not in the review. */
export async function requireOwnThreads(
  executor: Db,
  caller: Caller,
  reviewId: string,
  { answers = {} }: Answers,
): Promise<void> {
  for (const id of Object.keys(answers)) await loadOwnThread(executor, caller, reviewId, id)
}

/**
 * Adds the answers to threads of a review and marks the threads addressed, inside the given transaction. If
 * the same answer is sent again, adds no second comment. Throws `unchanged` if the files that should show a
 * change look the same as when a person last commented.
 */
export async function answerThreads(
  tx: Db,
  caller: Caller,
  { review, workspace }: Pick<LoadedReview, 'review' | 'workspace'>,
  { answers = {}, force }: Answers,
  published: readonly Published[],
  pictures: ShownPictures,
): Promise<AddressedThread[]> {
  const withWarnings: Awaited<ReturnType<typeof addressLoaded>>[] = []
  for (const [id, body] of Object.entries(answers)) {
    const loaded = await loadOwnThread(tx, caller, review.id, id)
    if (force !== 'true') await assertShowsChange(tx, loaded, published, pictures)
    withWarnings.push(await addressLoaded(tx, caller, loaded, { body: body || undefined, once: true }))
  }
  const threads = await serializeAllChanged(tx, caller, workspace.id, Object.keys(answers))
  return threads.map((each, i) => withWarnings[i]?.(each) ?? each)
}

/** Returns a thread of the review. Throws `not_found` for a thread of another review. */
async function loadOwnThread(
  executor: Db,
  caller: Caller,
  reviewId: string,
  id: string,
): Promise<LoadedThread> {
  const loaded = await loadThread(caller, id, 'comment', executor, id)
  if (loaded.review.id === reviewId) return loaded
  throw new AppError('not_found', {
    field: id,
    message: `This review has no thread ${id}.`,
    hint: 'GET /v1/reviews/{id}/threads lists the threads of the review.',
  })
}

/**
 * Throws `unchanged` if all relevant files of the call look the same as the evidence that a person saw when
 * they last commented in an open thread. For a thread on an artifact, the files of the artifact are relevant;
 * for a thread on the review, all files. A call without a relevant file may answer with text alone.
 */
async function assertShowsChange(
  tx: Db,
  { thread }: LoadedThread,
  published: readonly Published[],
  pictures: ShownPictures,
): Promise<void> {
  const files = published.filter(
    each => !each.evidence.isBefore && (thread.artifactId === null || each.artifactId === thread.artifactId),
  )
  const [first] = files
  if (thread.status !== 'open' || !first) return
  const [last] = await tx
    .select({ createdAt: comment.createdAt })
    .from(comment)
    .where(and(eq(comment.threadId, thread.id), ne(comment.authorType, 'agent')))
    .orderBy(desc(comment.id))
    .limit(1)
  const since = last?.createdAt ?? thread.createdAt
  const showsChange = ({ shown, earlier }: Published) => {
    const seen = earlier.findLast(each => !each.isBefore && (each.completedAt ?? 0) <= since)
    return !seen || !pictures.isSame(seen, shown)
  }
  if (files.some(showsChange)) return
  throw new AppError('unchanged', {
    field: first.evidence.part,
    message: `"${first.evidence.name}" shows what the comment ${thread.id} is about: nothing has changed.`,
    hint:
      'Nothing in this call was stored. Send a picture of the change. If the answer needs no picture, ' +
      'send the text without the file; if the picture must stay unchanged, send force=true.',
  })
}
