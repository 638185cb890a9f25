import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { DAY } from '#shared/time'
import type { Db } from '~~/server/db'
import { session } from '~~/server/db/schema'
import type { HumanActor } from '~~/server/access/actor'

/** The time after a sign-in, in milliseconds, during which the person may add and remove passkeys. */
export const recentSessionMs = DAY

const signInAgain = {
  message: 'You signed in more than a day ago.',
  hint: 'Sign out, sign in again, then repeat this.',
}

/** Returns the `forbidden` error for a session that began too long ago. */
export const notRecent = (): AppError => new AppError('forbidden', signInAgain)

/** Throws `forbidden` unless the session of a person began within {@link recentSessionMs}. */
export async function assertRecentSession(executor: Db, human: HumanActor): Promise<void> {
  const [found] = await executor
    .select({ createdAt: session.createdAt })
    .from(session)
    .where(eq(session.id, human.sessionId))
  if (!found || Date.now() - found.createdAt.getTime() >= recentSessionMs) throw notRecent()
}
