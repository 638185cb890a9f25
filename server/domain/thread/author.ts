import type { Caller } from '~~/server/access/actor'
import type { EventActor } from '~~/server/changes/change'

/** A visitor of a share link who comments without an account. */
export interface Guest {
  type: 'guest'
  /** `gst_…` */
  id: string
  /** The name that the guest entered. */
  name: string
  shareLinkId: string
}

/** The author of a new comment, or the person or agent who deletes a comment. */
export type Author = Caller | Guest

/**
 * Returns the actor that audit events contain. For a guest this is the share link, with the name that the
 * guest entered.
 */
export const eventActorOf = (author: Author): EventActor =>
  author.type === 'guest' ? { type: 'guest', id: author.shareLinkId, name: author.name } : author
