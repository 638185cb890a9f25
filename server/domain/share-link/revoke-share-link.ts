import { eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { writeRemoval } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'
import { loadShareLink } from './load-share-link'

/**
 * Revokes a share link immediately. Throws the same `not_found` for a link that is already revoked, belongs
 * to another workspace or does not exist.
 */
export async function revokeShareLink(caller: Caller, input: { id: string }): Promise<undefined> {
  await writeRemoval(async tx => {
    const loaded = await loadShareLink(caller, input.id, 'contribute', tx)
    await tx
      .update(shareLink)
      .set({ revokedAt: Date.now(), sealedToken: null })
      .where(eq(shareLink.id, input.id))
    await recordChange(tx, {
      kind: 'share_link.revoked',
      actor: caller,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
  })
}
