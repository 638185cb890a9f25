import type { AnonymousActor } from '~~/server/access/actor'
import { guestIdOf } from '~~/server/access/share-cookies'
import { validatorsOf } from '~~/server/domain/review/validators-of'
import type { Validators } from '~~/server/process/validators'
import { openShare } from './open-share'

/**
 * Returns the values that decide whether the response about a share link has changed. Throws the same errors
 * as the operation `readShare`.
 */
export async function shareValidators(
  visitor: AnonymousActor,
  { token }: { token: string },
): Promise<Validators> {
  const share = await openShare(visitor, token, 'look')
  const { allowComments, allowDownload } = share.shareLink
  const guestId = guestIdOf(share.shareLink, visitor.cookies)
  return [...validatorsOf(share), Number(allowComments), Number(allowDownload), guestId]
}
