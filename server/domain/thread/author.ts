import type { Caller } from '~~/server/access/actor'
import type { EventActor } from '~~/server/changes/change'

/** A visitor of a share link who comments without an account. */
export interface Guest {
  type: 'guest'
  /** `gst_…` */
  id: string
  /** The name as the guest typed it. */
  name: string
  shareLinkId: string
}

/** The author of a comment, who may also delete it. */
export type Author = Caller | Guest

/** Returns the actor that events name: for a guest the share link, with the name that the guest entered. */
export const eventActorOf = (author: Author): EventActor =>
  author.type === 'guest' ? { type: 'guest', id: author.shareLinkId, name: author.name } : author
