import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { AnonymousActor } from '~~/server/access/actor'
import { guestIdOf } from '~~/server/access/share-cookies'
import { removeComment } from '~~/server/domain/thread/delete-comment'
import { removeWithBlobs } from '~~/server/domain/thread/remove-with-blobs'
import { openShare } from './open-share'
import { findSharedComment } from './shared-resources'

/**
 * Deletes a comment that a guest wrote in this browser through the share link. If it is the first comment of
 * a thread, deletes the thread. Throws `forbidden` for comments of other authors, and `conflict` for the
 * first comment of a thread with replies.
 */
export async function deleteOwnGuestComment(
  visitor: AnonymousActor,
  input: Input<'deleteOwnGuestComment'>,
): Promise<undefined> {
  await removeWithBlobs(async tx => {
    const share = await openShare(visitor, input.token, 'commentAsGuest', tx)
    const loaded = await findSharedComment(share, input.id, tx)
    const { authorType, authorId: id, authorName: name } = loaded.comment
    const { shareLink: link } = share
    if (authorType !== 'guest' || id !== guestIdOf(link, visitor.cookies))
      throw new AppError('forbidden', {
        message: 'Guests can delete only their own comments, in the browser that sent them.',
        hint: 'Ask the person who shared the link.',
      })
    // Guests send no frames and no images, but the browser of a member may have sent a frame of the video.
    return removeComment(tx, { type: 'guest', id, name, shareLinkId: link.id }, loaded, input.id)
  })
}
