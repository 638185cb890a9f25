import type { AnonymousActor } from '~~/server/access/actor'
import { recordDownload, type RecordDownload } from '~~/server/domain/artifact/record-download'
import { openShare, type Share } from './open-share'

/**
 * Returns a function that records downloads by visitors of a share link. Visitors have no names, so the link
 * is the actor. The function reads the link again: nothing is sent if the link was revoked or no longer
 * allows downloads.
 */
export function recordAsVisitor(
  visitor: AnonymousActor,
  { shareLink: link }: Share,
  token: string,
): RecordDownload {
  const actor = { type: 'guest', id: link.id, name: null } as const
  return download => recordDownload(actor, download, tx => openShare(visitor, token, 'downloadShared', tx))
}
