import type { OutputOf } from '#shared/contract/kit/operation'
import type { readSignIn as row } from '#shared/contract/service'
import { db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** What the sign-in page offers on this server. */
export async function readSignIn(): Promise<OutputOf<typeof row>> {
  const { signUps, smtp } = settings()
  const [somebody] = await db.select({ id: user.id }).from(user).limit(1)
  return { signUps: somebody ? signUps : 'first', passwordReset: smtp !== null }
}
