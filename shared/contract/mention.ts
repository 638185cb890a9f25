import { z } from 'zod'
import { id } from './kit/fields'

/** A person whom a comment, or the comment of a verdict, mentions. */
export const Mention = z.strictObject({ userId: id('user'), name: z.string() }).meta({ id: 'Mention' })
export type Mention = z.infer<typeof Mention>
