import { z } from 'zod'
import { id } from './kit/fields'

/** A person who is mentioned in a comment, or in the comment of a verdict. */
export const Mention = z.strictObject({ userId: id('user'), name: z.string() }).meta({ id: 'Mention' })
export type Mention = z.infer<typeof Mention>
