import { and, eq, gt, lt } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import { iso, MINUTE } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadThread, type LoadedThread } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { thread } from '~~/server/db/schema'
import { serializeChanged } from './serialize'

/**
 * The time in milliseconds from the last activity of the agent to the end of its claim. A claim ends by
 * itself, so that a crashed agent blocks no thread.
 */
export const CLAIM_MS = 10 * MINUTE

/**
 * The minimum time in milliseconds between two extensions of a claim. Extensions are rare because each one is
 * sent to all open pages.
 */
const RECENT_MS = MINUTE

/** The columns of a thread that no agent has claimed. */
export const unclaimed = { claimedById: null, claimedByName: null, claimedUntil: null }

/**
 * Claims an open thread for an agent for ten minutes: other agents and people see that the agent works on it.
 * If the agent already has the claim, extends it, unless it began or was extended less than a minute ago.
 * Throws `conflict` if another agent has a claim that has not ended, and if the thread is not open.
 */
export async function claimThread(caller: Caller, input: Input<'claimThread'>): Promise<Thread> {
  return write(async tx => {
    const loaded = await loadThread(caller, input.id, 'claimThreads', tx)
    const now = Date.now()
    assertFree(caller, loaded, now)
    const { claimedById, claimedUntil } = loaded.thread
    const isOwn = claimedById === caller.id
    const isRecent = isOwn && (claimedUntil ?? 0) > now + CLAIM_MS - RECENT_MS
    if (input.release ? !isOwn : isRecent) return serializeChanged(tx, caller, loaded)
    const claim = { claimedById: caller.id, claimedByName: caller.name, claimedUntil: now + CLAIM_MS }
    await tx
      .update(thread)
      .set(input.release ? unclaimed : claim)
      .where(eq(thread.id, input.id))
    await recordChange(tx, { kind: 'review.updated', reviewId: loaded.review.id })
    return serializeChanged(tx, caller, loaded)
  })
}

function assertFree(caller: Caller, { thread: row }: LoadedThread, now: number): void {
  if (row.status !== 'open')
    throw new AppError('conflict', {
      message: `This comment is ${row.status}.`,
      hint: 'Read the open ones: GET /v1/reviews/{id}/threads.',
    })
  const until = row.claimedUntil ?? 0
  if (row.claimedById === null || row.claimedById === caller.id || until <= now) return
  throw new AppError('conflict', {
    message: `${row.claimedByName} works on this comment until ${iso(until)}.`,
    hint: 'Take another comment, or wait until then.',
  })
}

/** Extends the claims of an agent in a review, after an activity of this agent. */
export async function extendClaims(tx: Db, caller: Caller, reviewId: string): Promise<void> {
  if (caller.type !== 'agent') return
  const now = Date.now()
  const isDue = lt(thread.claimedUntil, now + CLAIM_MS - RECENT_MS)
  const isOwn = and(eq(thread.claimedById, caller.id), gt(thread.claimedUntil, now), isDue)
  const extended = await tx
    .update(thread)
    .set({ claimedUntil: now + CLAIM_MS })
    .where(and(eq(thread.reviewId, reviewId), isOwn))
    .returning({ id: thread.id })
  if (extended.length > 0) await recordChange(tx, { kind: 'review.updated', reviewId })
}
