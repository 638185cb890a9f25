import type { AnonymousActor } from '~~/server/access/actor'
import { guestIdOf } from '~~/server/access/share-cookies'
import { stateOf, type State } from '~~/server/domain/review/answer-state'
import { openShare } from './open-share'

/** Returns what the response about a share link depends on. Throws as the operation does. */
export async function shareState(visitor: AnonymousActor, { token }: { token: string }): Promise<State> {
  const share = await openShare(visitor, token, 'look')
  const { allowComments, allowDownload } = share.shareLink
  const guestId = guestIdOf(share.shareLink, visitor.cookies)
  return [...stateOf(share), Number(allowComments), Number(allowDownload), guestId]
}
