import { and, eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { ForgeError } from '#shared/forge/forge'
import { printableLine } from '#shared/text/printable'
import { DAY } from '#shared/time'
import { writeUnguarded, type Db } from '~~/server/db'
import { forgeConnection, pullRequestUpdate, review } from '~~/server/db/schema'
import { acceptMerged } from '~~/server/domain/artifact/accept-revisions'
import { pauseAfter } from '~~/server/outgoing/schedule'
import type { ClaimedUpdate } from './claim-updates'
import type { UpdateRow } from './serialize'
import type { UpdateResult } from './write-update'

/**
 * An open pull request is checked again after a pause: the time since its review changed, divided by this
 * number.
 */
const CHECK_DIVISOR = 50

/**
 * Stores the result of an update, and accepts the evidence of a merged pull request. If the review changed
 * during the update, the update stays due. A temporary failure is retried. A failure that a person must fix,
 * such as a revoked token, is not retried until the review or the connection changes.
 */
export async function storeResult(
  { update: claimed, connection, baselines }: ClaimedUpdate,
  { record, pull, failure }: UpdateResult,
): Promise<void> {
  const now = Date.now()
  await writeUnguarded(async tx => {
    const isClaimed = and(
      eq(pullRequestUpdate.reviewId, claimed.reviewId),
      eq(pullRequestUpdate.claimedUntil, claimed.claimedUntil ?? 0),
    )
    const [present] = await tx.select().from(pullRequestUpdate).where(isClaimed)
    // Nothing is stored if the review or the connection was deleted, or if another process has claimed the
    // update in between.
    if (!present) return
    if (pull?.mergedAt != null) await acceptMerged(tx, claimed.reviewId, pull.mergedAt)
    // Even after a failure, or if the pull request was closed, it is checked again until it is merged: the
    // failure may be temporary, and the pull request may be opened again.
    const isAwaited = baselines === 'merged' && record.pullRequest !== null && pull?.mergedAt == null
    const next = nextState(present, claimed, present.changes !== claimed.changes, failure, now)
    await tx
      .update(pullRequestUpdate)
      .set({
        ...record,
        ...next,
        dueAt:
          next.dueAt ?? (isAwaited ? await nextLook(tx, present.reviewId, pull?.isOpen === true, now) : null),
        ...(!failure && { written: claimed.changes }),
        ...endOfClaim(failure, now),
      })
      .where(eq(pullRequestUpdate.reviewId, claimed.reviewId))
    await storeHealth(tx, connection.projectId, failure, record.pullRequest !== null, now)
  })
}

/**
 * The maximum number of characters of a stored error. It is limited because a hostile forge can determine a
 * part of the text.
 */
const MAX_ERROR = 500

/** Returns the fields that end the claim of a row of an outbox, with the error if there was a failure. */
export const endOfClaim = (failure: ForgeError | null, now: number) => ({
  claimedUntil: null,
  error: failure && printableLine(failure.message).slice(0, MAX_ERROR),
  errorAt: failure ? now : null,
})

/**
 * Stores in a connection the time until which its forge limits the rate, or the time at which data was last
 * written to the forge.
 */
export async function storeHealth(
  tx: Db,
  projectId: string,
  failure: ForgeError | null,
  hasWritten: boolean,
  now: number,
): Promise<void> {
  const health = {
    ...(failure?.pauseMs != null && { pausedUntil: now + failure.pauseMs }),
    ...(!failure && hasWritten && { lastWrittenAt: now }),
  }
  if (Object.keys(health).length > 0)
    await tx.update(forgeConnection).set(health).where(eq(forgeConnection.projectId, projectId))
}

/**
 * Returns when to check again whether the pull request of a review was merged. For an open pull request, the
 * pause is a fiftieth of the time since the review changed, at least ten minutes and at most a day. For a
 * closed one, it is a day. Returns null half a year after the last change of the review.
 */
async function nextLook(tx: Db, reviewId: string, isOpen: boolean, now: number): Promise<number | null> {
  const [found] = await tx.select({ updatedAt: review.updatedAt }).from(review).where(eq(review.id, reviewId))
  const age = now - (found?.updatedAt ?? now)
  if (age > limits.pullRequestAwaitedMs) return null
  const pause = isOpen ? Math.max(age / CHECK_DIVISOR, limits.pullRequestCheckMs) : DAY
  return Math.round(now + Math.min(pause, DAY))
}

/** The fields of a row of an outbox that say when the next attempt is due. */
type Schedule = Pick<UpdateRow, 'dueAt' | 'attempt'>

/**
 * Returns when a row of an outbox is due after an attempt. If `hasChanged` is true, the row changed during
 * the attempt, so it stays due. A temporary failure is retried.
 */
export function nextState(
  present: Schedule,
  claimed: Schedule,
  hasChanged: boolean,
  failure: ForgeError | null,
  now: number,
): Schedule {
  if (hasChanged) return { dueAt: present.dueAt, attempt: 0 }
  if (!failure) return { dueAt: null, attempt: 0 }
  if (failure.pauseMs !== null) return { dueAt: now + failure.pauseMs, attempt: claimed.attempt - 1 }
  const pause = mayPass(failure) ? pauseAfter(claimed.attempt, null) : null
  return { dueAt: pause === null ? null : now + pause, attempt: claimed.attempt }
}

/** Returns whether a failure may be temporary: no response, a timeout or an error of the forge. */
const mayPass = ({ status }: ForgeError) => status === 0 || status === 408 || status >= 500
