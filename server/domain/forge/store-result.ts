import { and, eq } from 'drizzle-orm'
import type { ForgeError } from '#shared/forge/forge'
import { writeUnguarded } from '~~/server/db'
import { forgeConnection, pullRequestUpdate } from '~~/server/db/schema'
import { pauseAfter } from '~~/server/outgoing/schedule'
import type { ClaimedUpdate } from './claim-updates'
import type { UpdateRow } from './serialize'
import type { UpdateResult } from './write-update'

/**
 * Stores the result of an update. If the review changed during the update, the update stays due. A temporary
 * failure is retried. A failure that a person must fix, such as a revoked token, is not retried until the
 * review or the connection changes.
 */
export async function storeResult(
  { update: claimed, connection }: ClaimedUpdate,
  { record, failure }: UpdateResult,
): Promise<void> {
  const now = Date.now()
  await writeUnguarded(async tx => {
    const isClaimed = and(
      eq(pullRequestUpdate.reviewId, claimed.reviewId),
      eq(pullRequestUpdate.claimedUntil, claimed.claimedUntil ?? 0),
    )
    const [present] = await tx.select().from(pullRequestUpdate).where(isClaimed)
    // Stores nothing if the review or the connection was deleted, or if another process has claimed the
    // update since.
    if (!present) return
    await tx
      .update(pullRequestUpdate)
      .set({
        ...record,
        ...nextState(present, claimed, failure, now),
        claimedUntil: null,
        error: failure?.message ?? null,
        errorAt: failure ? now : null,
      })
      .where(eq(pullRequestUpdate.reviewId, claimed.reviewId))
    const pausedUntil = failure?.pauseMs != null ? now + failure.pauseMs : null
    const health = {
      ...(pausedUntil && { pausedUntil }),
      ...(!failure && record.pullRequest !== null && { lastWrittenAt: now }),
    }
    if (Object.keys(health).length > 0)
      await tx.update(forgeConnection).set(health).where(eq(forgeConnection.projectId, connection.projectId))
  })
}

function nextState(
  present: UpdateRow,
  claimed: UpdateRow,
  failure: ForgeError | null,
  now: number,
): Pick<UpdateRow, 'dueAt' | 'attempt'> {
  const hasChanged = present.changes !== claimed.changes
  if (hasChanged) return { dueAt: present.dueAt, attempt: 0 }
  if (!failure) return { dueAt: null, attempt: 0 }
  if (failure.pauseMs !== null) return { dueAt: now + failure.pauseMs, attempt: claimed.attempt - 1 }
  const pause = mayPass(failure) ? pauseAfter(claimed.attempt, null) : null
  return { dueAt: pause === null ? null : now + pause, attempt: claimed.attempt }
}

/** Returns whether a failure may be temporary: no response, a timeout or an error of the forge. */
const mayPass = ({ status }: ForgeError) => status === 0 || status === 408 || status >= 500
