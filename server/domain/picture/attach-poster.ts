import { and, eq, isNull } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadRevision } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { db, write, type Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { assertMediaActive } from '~~/server/domain/artifact/active-media'
import { derivePosterOfFrame } from '~~/server/domain/artifact/derive-media'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { assertStorageFits, assertStorageLeft } from '~~/server/domain/billing/storage-quota'
import type { UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { withPicture } from './receive-picture'

const sent = { noun: 'poster', maxBytes: limits.frameBytes }

/**
 * Stores the first frame of a video, which a client sends, as the poster of the video. This is needed because
 * the server decodes no videos. The server cannot check the frame against the video, so only people and
 * agents who may send evidence can send it. If the video already has a poster, changes nothing.
 *
 * Throws `conflict` unless the revision is a complete video whose media is shown, `too_large` for a picture
 * that is too large, and `invalid_request` for a file that is not a picture.
 */
export async function attachPoster(
  caller: Caller,
  { id }: Input<'attachPoster'>,
  body: UploadedBytes,
): Promise<undefined> {
  const { revision: row, workspace } = await loadVideo(caller, id)
  if (row.posterKey !== null) return
  await assertStorageLeft(db, workspace)
  const owned = { id, workspaceId: workspace.id }
  const made = await withPicture(body, sent, file => derivePosterOfFrame(owned, file))
  const { original, poster } = made
  const keys = [original.key, poster.key]
  const isNamed = await withNewFiles(keys, () =>
    write(async tx => {
      const current = await loadVideo(caller, id, tx)
      if (current.revision.posterKey !== null) return false
      await assertStorageFits(tx, current.workspace, poster.bytes)
      await tx
        .update(revision)
        .set({
          posterOriginalKey: original.key,
          posterOriginalHash: original.sha256,
          posterKey: poster.key,
          posterMime: poster.mime,
          posterBytes: poster.bytes,
          posterFrameById: caller.id,
        })
        .where(and(eq(revision.id, id), isNull(revision.posterKey)))
      await recordChange(tx, { kind: 'review.updated', reviewId: current.review.id })
      return true
    }),
  )
  if (!isNamed) await removeUnnamed(keys)
}

async function loadVideo(caller: Caller, id: string, executor: Db = db) {
  const loaded = await loadRevision(caller, id, 'contribute', executor)
  if (loaded.artifact.kind !== 'video' || loaded.revision.completedAt === null)
    throw new AppError('conflict', {
      message: 'This revision is not a complete video.',
      hint: 'Send posters only for complete videos.',
    })
  assertMediaActive(loaded.revision, loaded.workspace)
  return loaded
}
