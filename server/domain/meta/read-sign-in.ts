import type { Output } from '#shared/contract'
import { db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** Returns what the sign-in page offers on this server. */
export async function readSignIn(): Promise<Output<'readSignIn'>> {
  const { signUps, smtp } = settings()
  const [anyUser] = await db.select({ id: user.id }).from(user).limit(1)
  return { signUps: anyUser ? signUps : 'first', passwordReset: smtp !== null }
}
