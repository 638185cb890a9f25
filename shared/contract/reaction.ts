/** The reactions that people add to comments: 👍, ✅ and 👀. */
export const reactionEmojis = ['thumbs_up', 'check', 'eyes'] as const
export type ReactionEmoji = (typeof reactionEmojis)[number]

/** A reaction of one person to a comment, as it is stored. */
export interface StoredReaction {
  emoji: ReactionEmoji
  userId: string
  /** The name of the person when they reacted. */
  name: string
}
