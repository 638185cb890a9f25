import type { Input, Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import { newId } from '#shared/ids'
import { HOUR, isoOrNull } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { newSecret, sha256 } from '~~/server/access/secrets'
import { write } from '~~/server/db'
import { recordEvent, scopeOf } from '~~/server/db/events'
import { shareLink } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** Creates a public address of a review. Returns the token this once; only its SHA-256 is stored. */
export async function createShareLink(
  caller: Caller,
  input: Input<'createShareLink'>,
): Promise<Output<'createShareLink'>> {
  return write(async tx => {
    const loaded = await loadReview(caller, input.id, 'contribute', tx)
    const token = newSecret()
    const id = newId('shareLink')
    const now = Date.now()
    const expiresAt = input.expiresInHours ? now + input.expiresInHours * HOUR : null
    await tx.insert(shareLink).values({
      id,
      reviewId: loaded.review.id,
      hash: sha256(token),
      createdAt: now,
      createdBy: caller.name,
      expiresAt,
    })
    await recordEvent(tx, caller, 'share_link.created', { subjectId: id, ...scopeOf(loaded) })
    return { id, url: addresses.share(settings().publicUrl, token), token, expiresAt: isoOrNull(expiresAt) }
  })
}
