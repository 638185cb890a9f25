import { eq } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { authorizeSelf } from '~~/server/access/write-guard'
import { writeRemoval } from '~~/server/db'
import { avatar } from '~~/server/db/schema'
import { removeUnnamed } from '~~/server/storage/remove-blobs'

/**
 * Removes the picture of a person: first the database row, then the stored file. Does nothing if there is no
 * picture.
 */
export async function removeAvatar(human: HumanActor): Promise<undefined> {
  const removed = await writeRemoval(async tx => {
    await authorizeSelf(tx, human)
    const [row] = await tx.delete(avatar).where(eq(avatar.userId, human.id)).returning()
    return row
  })
  if (removed) await removeUnnamed([removed.key])
}
