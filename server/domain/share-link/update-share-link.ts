import { eq } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { assertOffered } from '~~/server/access/authorize'
import { passwords } from '~~/server/sign-in/passwords'
import { scopeOf } from '~~/server/changes/change'
import { write } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'
import { recordChange } from '~~/server/changes/record-change'
import { loadShareLink } from './load-share-link'
import { detailOf, endOf, serializeShareLink } from './serialize'

/**
 * Changes the name, the end and the password of a share link, and the permissions of its visitors. The change
 * applies from the next request of a visitor: a link that has expired is valid again with a later end.
 * Setting a password locks the link for all visitors, even if the password is the same as before.
 */
export async function updateShareLink(
  human: HumanActor,
  input: Input<'updateShareLink'>,
): Promise<Output<'updateShareLink'>> {
  if (input.allowComments) assertOffered('guestComments', 'forbidden', 'allowComments')
  await loadShareLink(human, input.id, 'openShareLinks')
  // Hashing takes 50 ms, so it is done before the transaction.
  const passwordHash = input.password ? await passwords.hash(input.password) : input.password
  return write(async tx => {
    const loaded = await loadShareLink(human, input.id, 'openShareLinks', tx)
    const { shareLink: before } = loaded
    const row = {
      ...before,
      name: input.name === undefined ? before.name : input.name,
      expiresAt: input.expiresInHours === undefined ? before.expiresAt : endOf(input.expiresInHours),
      passwordHash: passwordHash === undefined ? before.passwordHash : passwordHash,
      allowComments: input.allowComments ?? before.allowComments,
      allowDownload: input.allowDownload ?? before.allowDownload,
    }
    // Only these columns are set: another request may have revoked the link since it was read.
    const { name, expiresAt, allowComments, allowDownload } = row
    await tx
      .update(shareLink)
      .set({ name, expiresAt, passwordHash: row.passwordHash, allowComments, allowDownload })
      .where(eq(shareLink.id, input.id))
    await recordChange(tx, {
      kind: 'share_link.updated',
      actor: human,
      subjectId: input.id,
      detail: detailOf(row),
      ...scopeOf(loaded),
    })
    return serializeShareLink(row, true)
  })
}
