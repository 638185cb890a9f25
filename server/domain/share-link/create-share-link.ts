import { and, count, eq, isNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { addresses } from '#shared/addresses'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { isoOrNull } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { assertOffered, requirePermission } from '~~/server/access/authorize'
import { loadReview, type LoadedReview } from '~~/server/access/loaders'
import { passwords } from '~~/server/sign-in/passwords'
import { newSecret, sha256 } from '~~/server/secrets/secrets'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write, type Db } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { detailOf, endOf, optionsOf } from './serialize'
import { encryptShareToken } from './share-token'

/**
 * Creates a share link of a review. Stores the SHA-256 of the link's token, and also the encrypted token, so
 * that members can read the link again. Stores the password only as a scrypt hash. Throws `forbidden` for an
 * agent that may not read comments, because the page of the link shows them.
 */
export async function createShareLink(
  caller: Caller,
  input: Input<'createShareLink'>,
): Promise<Output<'createShareLink'>> {
  if (input.allowComments) assertOffered('guestComments', 'forbidden', 'allowComments')
  const passwordHash = await hashFor(caller, input)
  return write(async tx => {
    const loaded = await loadShareable(caller, input.id, tx)
    const { allowComments = false, allowDownload = false } = input
    if (allowComments || allowDownload) requirePermission(caller, loaded.workspace.id, 'openShareLinks')
    await assertFewLinks(tx, loaded.review.id)
    const token = newSecret()
    const row = {
      id: newId('shareLink'),
      reviewId: loaded.review.id,
      hash: sha256(token),
      sealedToken: encryptShareToken(token),
      name: input.name ?? null,
      createdAt: Date.now(),
      createdBy: caller.name,
      expiresAt: endOf(input.expiresInHours),
      revokedAt: null,
      passwordHash,
      allowComments,
      allowDownload,
    }
    await tx.insert(shareLink).values(row)
    await recordChange(tx, {
      kind: 'share_link.created',
      actor: caller,
      subjectId: row.id,
      detail: detailOf(row),
      ...scopeOf(loaded),
    })
    return {
      id: row.id,
      name: row.name,
      url: addresses.share(settings().publicUrl, token),
      token,
      expiresAt: isoOrNull(row.expiresAt),
      ...optionsOf(row),
    }
  })
}

/** Throws `conflict` if a review has the maximum number of links that are not revoked. */
async function assertFewLinks(tx: Db, reviewId: string): Promise<void> {
  const [present] = await tx
    .select({ count: count() })
    .from(shareLink)
    .where(and(eq(shareLink.reviewId, reviewId), isNull(shareLink.revokedAt)))
  if ((present?.count ?? 0) < limits.reviewShareLinks) return
  throw new AppError('conflict', {
    message: `This review has ${limits.reviewShareLinks} share links, which is the maximum.`,
    hint: 'Revoke one that is no longer needed.',
  })
}

/** Returns a review for which the caller may create share links. */
async function loadShareable(caller: Caller, id: string, tx?: Db): Promise<LoadedReview> {
  const loaded = await loadReview(caller, id, 'shareReviews', tx)
  requirePermission(caller, loaded.workspace.id, 'readFeedback')
  return loaded
}

/**
 * Hashes the password, after checking that the caller may create links. Hashing takes 50 ms, so it is done
 * before the transaction.
 */
async function hashFor(caller: Caller, { id, password }: Input<'createShareLink'>): Promise<string | null> {
  if (password === undefined) return null
  await loadShareable(caller, id)
  return passwords.hash(password)
}
