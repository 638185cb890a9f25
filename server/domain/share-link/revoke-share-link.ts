import { eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { writeRemoval } from '~~/server/db'
import { recordEvent, scopeOf } from '~~/server/changes/event-log'
import { shareLink } from '~~/server/db/schema'
import { emit } from '~~/server/changes/pubsub'
import { loadShareLink } from './load-share-link'

/** Revokes a share link at once. Throws the same `not_found` for revoked, foreign and unknown links. */
export async function revokeShareLink(caller: Caller, input: { id: string }): Promise<undefined> {
  await writeRemoval(async tx => {
    const loaded = await loadShareLink(caller, input.id, 'contribute', tx)
    await tx
      .update(shareLink)
      .set({ revokedAt: Date.now(), sealedToken: null })
      .where(eq(shareLink.id, input.id))
    emit(loaded.review.id)
    await recordEvent(tx, caller, 'share_link.revoked', { subjectId: input.id, ...scopeOf(loaded) })
  })
}
