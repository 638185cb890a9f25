import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { writeRemoval } from '~~/server/db'
import { recordEvent, scopeOf } from '~~/server/db/events'
import { shareLink } from '~~/server/db/schema'
import { emit } from '~~/server/live/pubsub'

/** Revokes a share link at once. Throws the same `not_found` for a revoked, foreign and unknown one. */
export async function revokeShareLink(caller: Caller, input: { id: string }): Promise<undefined> {
  await writeRemoval(async tx => {
    const missing = new AppError('not_found', { message: 'Share link not found.' })
    const [row] = await tx
      .select()
      .from(shareLink)
      .where(and(eq(shareLink.id, input.id), isNull(shareLink.revokedAt)))
    if (!row) throw missing
    const loaded = await loadReview(caller, row.reviewId, 'contribute', tx).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found' ? missing : error
    })
    await tx.update(shareLink).set({ revokedAt: Date.now() }).where(eq(shareLink.id, row.id))
    emit(loaded.review.id)
    await recordEvent(tx, caller, 'share_link.revoked', { subjectId: row.id, ...scopeOf(loaded) })
  })
}
