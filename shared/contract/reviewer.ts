import { z } from 'zod'
import { untrusted } from './kit/untrusted'
import { id, timestamp } from './kit/fields'
import { Mention } from './mention'
import { reviewStatuses } from './review-status'

/** A person who was asked for a verdict on a review, or has given one. */
export const Reviewer = z
  .strictObject({
    userId: id('user'),
    name: z.string(),
    isRequested: z.boolean().meta({ description: 'Whether this person was asked for a verdict.' }),
    isAwaited: z.boolean().meta({ description: 'Whether they were asked and have given no verdict since.' }),
    status: z
      .enum(reviewStatuses)
      .nullable()
      .meta({ description: 'Their latest verdict; null before the first.' }),
    comment: z
      .string()
      .nullable()
      .meta({
        description: 'What they wrote with it; null for nothing, and without `feedback:read`.',
        ...untrusted,
      }),
    mentions: z.array(Mention).meta({ description: 'The people whom the comment mentions.' }),
    decidedAt: timestamp.nullable(),
  })
  .meta({ id: 'Reviewer' })
export type Reviewer = z.infer<typeof Reviewer>

/** A person who has a page with the review open. */
export interface Viewer {
  userId: string
  name: string
}
