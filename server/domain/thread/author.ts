import type { Caller } from '~~/server/access/actor'
import type { EventActor } from '~~/server/db/events'

/** A visitor of a share link who comments, without an account. */
export interface Guest {
  type: 'guest'
  /** `gst_…` */
  id: string
  /** As they typed it. */
  name: string
  shareLinkId: string
}

/** Who writes, and deletes, comments. */
export type Author = Caller | Guest

/** Returns whom events name: of a guest the share link, with the name that they gave. */
export const eventActorOf = (author: Author): EventActor =>
  author.type === 'guest' ? { type: 'guest', id: author.shareLinkId, name: author.name } : author
