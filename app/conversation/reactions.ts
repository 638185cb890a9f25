import { reactionEmojis, type ReactionEmoji } from '#shared/contract/reaction'
import type { Comment } from '#shared/contract/thread'

/** The reactions to a comment, grouped by emoji. */
export type Reactions = NonNullable<Comment['reactions']>

/**
 * The icons of the reactions. Emojis would look different on each system, have colors of their own, and be
 * missing where no font has them.
 */
export const reactionIcons: Readonly<Record<ReactionEmoji, string>> = {
  thumbs_up: 'i-lucide-thumbs-up',
  check: 'i-lucide-badge-check',
  eyes: 'i-lucide-eye',
}

/** The person who reacts. */
type Reactor = Reactions[number]['people'][number]

/** Returns whether a person has reacted to a comment with an emoji. */
export const hasReacted = (
  { reactions = [] }: Pick<Comment, 'reactions'>,
  emoji: ReactionEmoji,
  personId: string | undefined,
): boolean =>
  reactions.some(each => each.emoji === emoji && each.people.some(person => person.id === personId))

/**
 * Returns a copy of a comment with or without the reaction of a person with an emoji. Like the server, it
 * lists emojis in a fixed order and people in the order of time, and leaves out the field `reactions` if
 * there are none.
 */
export function withReaction(
  comment: Comment,
  emoji: ReactionEmoji,
  person: Reactor,
  reacted: boolean,
): Comment {
  const { reactions: before = [], ...rest } = comment
  if (hasReacted(comment, emoji, person.id) === reacted) return comment
  const reactions = reactionEmojis.flatMap(name => {
    const people = before.find(each => each.emoji === name)?.people ?? []
    const others = people.filter(each => each.id !== person.id)
    const now = name !== emoji ? people : reacted ? [...others, person] : others
    return now.length > 0 ? [{ emoji: name, count: now.length, people: now }] : []
  })
  return reactions.length > 0 ? { ...rest, reactions } : rest
}
