import { and, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/write-guard'
import { write } from '~~/server/db'
import { passkey } from '~~/server/db/schema'

/** Renames a passkey of a person. Throws `not_found` for an id that is not one of the person's passkeys. */
export async function renamePasskey(
  human: HumanActor,
  { id, name }: Input<'renamePasskey'>,
): Promise<undefined> {
  await write(async tx => {
    await authorizeSelf(tx, human)
    const [renamed] = await tx
      .update(passkey)
      .set({ name })
      .where(and(eq(passkey.id, id), eq(passkey.userId, human.id)))
      .returning({ id: passkey.id })
    if (!renamed) throw new AppError('not_found', { message: 'Passkey not found.' })
  })
}
