import type { AnonymousActor } from '~~/server/access/actor'
import { recordDownload, type RecordDownload } from '~~/server/domain/artifact/record-download'
import { openShare, type Share } from './open-share'

/**
 * Returns what records the downloads of a link's visitors, who have no names. It reads the link again: one
 * that was revoked or does not allow downloads any more sends nothing.
 */
export function recordAsVisitor(
  visitor: AnonymousActor,
  { shareLink: link }: Share,
  token: string,
): RecordDownload {
  const actor = { type: 'guest', id: link.id, name: null } as const
  return subject => recordDownload(actor, subject, tx => openShare(visitor, token, 'downloadShared', tx))
}
