import type { SharedReview } from '#shared/contract/shared-review'
import type { Thread } from '#shared/contract/thread'

type SharedThread = SharedReview['threads'][number]

/** Returns a thread of a shared review; the fields for members and agents are empty. */
export const fromShared = (thread: SharedThread): Thread => ({
  ...thread,
  size: null,
  pixels: null,
  pictureUrl: null,
  hasFrame: false,
  frameBy: null,
  shapes: thread.shapes.map(shape => ({ ...shape, pixels: null })),
  comments: thread.comments.map(each => ({ ...each, mentions: [] })),
})
