import { setTimeout as pause } from 'node:timers/promises'
import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { stopped } from '#shared/review/next-action'
import { SECOND } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { refreshCaller } from '~~/server/access/write-guard'
import { db } from '~~/server/db'
import { subscribe } from '~~/server/changes/live'
import { pageOfThreads } from './page-of-threads'
import { handledVersion, newsSince, progressOf } from './read-news'
import { threadsUpTo } from './threads-up-to'

/**
 * Waits until others change a review in a way that concerns its agent. Returns the changes after the cursor,
 * which is a version of the review. If `signal` is aborted, the call returns. After each change, the
 * permission of the caller is checked again: throws `unauthorized` if their token or session has ended.
 */
export async function waitForFeedback(
  caller: Caller,
  input: Input<'waitForFeedback'>,
  signal: AbortSignal,
): Promise<Output<'waitForFeedback'>> {
  const changes = changesOf(input.id)
  try {
    const { review } = await loadReview(caller, input.id, 'readFeedback')
    const since =
      input.since === undefined
        ? await handledVersion(db, caller, review)
        : Math.min(Number(input.since), review.version)
    return await untilNews(caller, { ...input, since }, changes, signal)
  } catch (error) {
    // The review existed when the wait request began and was deleted afterwards, so the result has the status
    // `deleted`.
    if (changes.seen && error instanceof AppError && error.code === 'not_found')
      return deletedReview(input.id)
    throw error
  } finally {
    changes.stop()
  }
}

async function untilNews(
  caller: Caller,
  input: Omit<Input<'waitForFeedback'>, 'since'> & { since: number },
  changes: Changes,
  signal: AbortSignal,
): Promise<Output<'waitForFeedback'>> {
  const deadline = Date.now() + input.seconds * SECOND
  let gatheredAt = 0
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst) await refreshCaller(caller)
    const loaded = await loadReview(caller, input.id, 'readFeedback')
    const news = await newsSince(db, caller, loaded.review, input.since)
    if (news) gatheredAt ||= isFirst ? Date.now() : Date.now() + input.gather * SECOND
    const end = news ? Math.min(deadline, gatheredAt) : deadline
    if (news?.hasVerdict || Date.now() >= end || signal.aborted) {
      const changed = news?.threads ?? new Map<string, number>()
      const threads = await threadsUpTo(loaded.review, input, changed)
      const { version } = loaded.review
      return {
        reviewId: input.id,
        changed: news !== null,
        status: loaded.review.status,
        decisionComment: loaded.review.decisionComment,
        ...(await progressOf(db, loaded)),
        ...(await pageOfThreads(threads, async () => changed, { version, size: input.size })),
      }
    }
    await changes.next(end - Date.now(), signal)
  }
}

const deletedReview = (reviewId: string): Output<'waitForFeedback'> => ({
  reviewId,
  cursor: '0',
  changed: true,
  status: 'deleted',
  decisionComment: null,
  nextAction: stopped,
  counts: { open: 0, addressed: 0, resolved: 0, total: 0 },
  threads: [],
})

interface Changes {
  /** Whether the review has changed since the subscription began. */
  seen: boolean
  /**
   * Waits for the next change, at most `ms` milliseconds. Resolves immediately if there was a change since
   * the last call.
   */
  next: (ms: number, signal: AbortSignal) => Promise<void>
  stop: () => void
}

/** Subscribes to the changes of a review. */
function changesOf(reviewId: string): Changes {
  let isPending = false
  let wake = new AbortController()
  const changes: Changes = {
    seen: false,
    async next(ms, signal) {
      if (!isPending)
        await pause(ms, undefined, { signal: AbortSignal.any([wake.signal, signal]) }).catch(() => {})
      isPending = false
      wake = new AbortController()
    },
    stop: subscribe([reviewId], () => {
      changes.seen = true
      isPending = true
      wake.abort()
    }),
  }
  return changes
}
