import { eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { avatarAddress } from '~~/server/secrets/avatar-address'
import { authorizeSelf } from '~~/server/access/write-guard'
import { write } from '~~/server/db'
import { avatar } from '~~/server/db/schema'
import { storeAvatar } from '~~/server/domain/artifact/derive-media'
import { withPicture } from '~~/server/domain/picture/receive-picture'
import type { UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { removeUnnamed } from '~~/server/storage/remove-blobs'

const sent = { noun: 'picture', maxBytes: limits.avatarBytes }

/**
 * Encodes the picture of a person again and stores it: first the file, then the database row with its key.
 * Then deletes the file of the earlier picture. Throws `too_large` for a file that is too large, and
 * `invalid_request` for a file that is not a picture.
 */
export async function setAvatar(
  human: HumanActor,
  _input: unknown,
  body: UploadedBytes,
): Promise<Output<'setAvatar'>> {
  const stored = await withPicture(body, sent, file => storeAvatar(human.id, file))
  const replaced = await withNewFiles([stored.key], () =>
    write(async tx => {
      await authorizeSelf(tx, human)
      const [earlier] = await tx.select().from(avatar).where(eq(avatar.userId, human.id))
      await tx
        .insert(avatar)
        .values({ userId: human.id, ...stored })
        .onConflictDoUpdate({ target: avatar.userId, set: stored })
      return earlier
    }),
  )
  if (replaced) await removeUnnamed([replaced.key])
  return { image: avatarAddress(human.id, stored.key) }
}
