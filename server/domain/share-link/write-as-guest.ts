import { count, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { SharedThread } from '#shared/contract/shared-review'
import type { Thread } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import type { AnonymousActor } from '~~/server/access/actor'
import { consumeRateLimit } from '~~/server/limits/rate-limit'
import { guestIdOf, newGuest } from '~~/server/access/share-cookies'
import { lockWorkspaceOf, type Db } from '~~/server/db'
import { comment } from '~~/server/db/schema'
import { writeWithContexts, type Contexts } from '~~/server/domain/thread/contexts'
import type { Guest } from '~~/server/domain/thread/author'
import { openShare, type Share } from './open-share'
import { fieldPicker } from './pick-fields'

const pickThreadFields = fieldPicker(SharedThread)

/**
 * Runs a transaction in which a visitor comments as a guest. Returns the thread with the fields that visitors
 * see. If the browser has no guest id, it gets one with its first comment. The link is read again in the
 * transaction: nothing is written if the link was revoked or no longer allows comments.
 */
export async function writeAsGuest(
  visitor: AnonymousActor,
  { token, name }: { token: string; name: string },
  change: (tx: Db, share: Share, guest: Guest, contexts: Contexts) => Promise<Thread>,
): Promise<Output<'replyAsGuest'>> {
  const { shareLink: link } = await openShare(visitor, token, 'commentAsGuest')
  await consumeRateLimit('commentOfLink', link.id)
  const known = guestIdOf(link, visitor.cookies)
  const { guestId, cookie } = known === null ? newGuest(link) : { guestId: known, cookie: null }
  const guest: Guest = { type: 'guest', id: guestId, name, shareLinkId: link.id }
  const thread = await writeWithContexts(async (tx, contexts) => {
    await lockWorkspaceOf(tx, 'shareLink', link.id)
    const share = await openShare(visitor, token, 'commentAsGuest', tx)
    await assertGuestCommentLimit(tx, share)
    return change(tx, share, guest, contexts)
  })
  if (cookie !== null) visitor.cookies?.set('guest', cookie)
  return { thread: pickThreadFields(thread), guestId }
}

/** Throws `conflict` for a link with the maximum number of guest comments. */
async function assertGuestCommentLimit(tx: Db, { shareLink: link }: Share): Promise<void> {
  const [row] = await tx.select({ count: count() }).from(comment).where(eq(comment.shareLinkId, link.id))
  if ((row?.count ?? 0) >= limits.guestComments)
    throw new AppError('conflict', {
      message: `This link has ${limits.guestComments} guest comments, which is the maximum.`,
      hint: 'Ask the person who shared it for a new link.',
    })
}
