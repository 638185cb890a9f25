import type { SharedReview } from '#shared/contract/shared-review'
import type { Thread } from '#shared/contract/thread'

type SharedThread = SharedReview['threads'][number]

/** Converts a thread of a shared review. The fields that only members and agents receive are empty. */
export const fromShared = (thread: SharedThread): Thread => ({
  ...thread,
  size: null,
  pixels: null,
  pictureUrl: null,
  hasFrame: false,
  frameBy: null,
  markChanged: null,
  elements: [],
  events: [],
  claim: null,
  shapes: thread.shapes.map(shape => ({ ...shape, pixels: null })),
  comments: thread.comments.map(({ reactions, ...each }) => ({
    ...each,
    mentions: [],
    ...(reactions && { reactions: reactions.map(reaction => ({ ...reaction, people: [] })) }),
  })),
})
