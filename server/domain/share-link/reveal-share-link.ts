import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { loadShareLink } from './load-share-link'
import { addressOf } from './serialize'

/**
 * Returns the URL of a share link to a person who may create links, and records this in the audit log. Throws
 * `not_found` if the link is no longer valid or its token was not stored.
 */
export async function revealShareLink(
  human: HumanActor,
  input: Input<'revealShareLink'>,
): Promise<Output<'revealShareLink'>> {
  return write(async tx => {
    const loaded = await loadShareLink(human, input.id, 'openShareLinks', tx)
    const url = addressOf(loaded.shareLink)
    if (url === null)
      throw new AppError('not_found', {
        message: 'The address of this share link cannot be read again.',
        hint: 'Create another share link.',
      })
    await recordChange(tx, {
      kind: 'share_link.revealed',
      actor: human,
      subjectId: input.id,
      ...scopeOf(loaded),
    })
    return { url }
  })
}
