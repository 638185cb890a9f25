import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import type { InReview } from '~~/server/access/loaders'
import type { CommentRow } from './serialize'

/** Returns whether a caller wrote a comment. */
export const isAuthor = (caller: Caller, { authorType, authorId }: CommentRow): boolean =>
  authorType === caller.type && authorId === caller.id

/** Throws `forbidden` for a comment that another person or agent wrote. */
export function requireAuthor(caller: Caller, comment: CommentRow): void {
  if (!isAuthor(caller, comment))
    throw new AppError('forbidden', {
      message: 'Only its author may change this comment.',
      hint: 'Reply to it instead.',
    })
}

/**
 * Throws `forbidden` if the caller may not delete all of these comments. A caller may delete their own
 * comments. Members may also delete comments of guests. Deleting other comments needs the permission
 * `deleteComments`.
 */
export function requireDeletable(caller: Caller, { project }: InReview, comments: CommentRow[]): void {
  const others = comments.filter(each => !isAuthor(caller, each))
  if (others.length === 0) return
  const areGuests = others.every(each => each.authorType === 'guest')
  requirePermission(caller, project.workspaceId, areGuests ? 'deleteGuestComments' : 'deleteComments')
}
