import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadComment } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { comment } from '~~/server/db/schema'
import { serializeThread } from './serialize'

/**
 * Adds a reaction of a person to a comment, or removes it. Open pages are updated, but it does not count as
 * activity: no one is notified, and lists of reviews keep their order. Throws `conflict` if the comment has
 * the maximum number of reactions with this emoji.
 */
export async function setReaction(human: HumanActor, input: Input<'setReaction'>): Promise<Thread> {
  return write(async tx => {
    const { comment: row, review, thread } = await loadComment(human, input.id, 'react', tx)
    const before = row.reactions ?? []
    const others = before.filter(each => each.emoji !== input.emoji || each.userId !== human.id)
    const hadReacted = others.length < before.length
    if (hadReacted !== input.reacted) {
      const reactions = input.reacted
        ? [...before, { emoji: input.emoji, userId: human.id, name: human.name }]
        : others
      if (reactions.filter(each => each.emoji === input.emoji).length > limits.reactionPeople)
        throw new AppError('conflict', {
          message: `This comment has ${limits.reactionPeople} of these reactions, which is the maximum.`,
          hint: 'Write a reply instead.',
        })
      await tx
        .update(comment)
        .set({ reactions: reactions.length > 0 ? reactions : null })
        .where(eq(comment.id, input.id))
      await recordChange(tx, { kind: 'comment.reacted', reviewId: review.id })
    }
    return serializeThread(tx, thread.id)
  })
}
