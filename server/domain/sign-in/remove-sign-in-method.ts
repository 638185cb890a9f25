import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { assertRecentSession } from '~~/server/sign-in/recent-session'
import { authorizeSelf } from '~~/server/access/write-guard'
import { writeRemoval } from '~~/server/db'
import { account, passkey } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { loadSignInMethods } from './sign-in-methods'

/**
 * Removes a sign-in method of a person. Throws `forbidden` for a passkey if the person signed in too long
 * ago. Throws `conflict` if the person would have no usable method left, even if calls run concurrently. If a
 * proxy signs people in, no method needs to remain.
 */
export async function removeSignInMethod(
  human: HumanActor,
  input: Input<'removeSignInMethod'>,
): Promise<undefined> {
  await writeRemoval(async tx => {
    await authorizeSelf(tx, human)
    const methods = await loadSignInMethods(tx, human.id)
    const method = methods.find(({ id }) => id === input.id)
    if (!method) throw new AppError('not_found', { message: 'Sign-in method not found.' })
    if (method.kind === 'passkey') await assertRecentSession(tx, human)
    const others = methods.filter(({ id }) => id !== input.id)
    if (!settings().trustedHeader && !others.some(({ usable }) => usable))
      throw new AppError('conflict', {
        message: "You can't remove your last way to sign in.",
        hint: 'Add another one first.',
      })
    const table = method.kind === 'passkey' ? passkey : account
    await tx.delete(table).where(eq(table.id, input.id))
  })
}
