import { eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import type { ThumbnailWidth } from '#shared/contract/media-types'
import { assertWorkspaceActive } from '~~/server/access/suspension'
import { db } from '~~/server/db'
import { workspaceColumns } from '~~/server/db/joins'
import { prepared } from '~~/server/db/prepared'
import { commentImage, review, workspace } from '~~/server/db/schema'
import type { Served } from '~~/server/domain/artifact/download-original'
import { baseNameOf } from '~~/server/domain/artifact/file-name'
import { imageLife } from '~~/server/domain/thread/comment-images'
import { blobs } from '~~/server/storage/blobs'
import { tagOfKey, thumbnailKey } from '~~/server/storage/keys'
import { asLinkNotFound, ifMissing, linkNotFound, makeThumbnail, type Derivative } from './make-derivative'
import { placeholder } from './placeholder'

const selectImage = prepared({ id: commentImage.id }, (executor, { id }) =>
  executor
    .select({ image: commentImage, workspace: workspaceColumns })
    .from(commentImage)
    .innerJoin(review, eq(review.id, commentImage.reviewId))
    .innerJoin(workspace, eq(workspace.id, review.workspaceId))
    .where(eq(commentImage.id, id)),
)

/**
 * Returns the content of a media link to a comment image: the image, a thumbnail of it, or, past its
 * retention, the same placeholder image as for evidence. Throws `not_found` if the image was deleted.
 */
export async function readCommentImage(id: string, width: ThumbnailWidth | undefined): Promise<Served> {
  const [row] = await selectImage(db, { id })
  if (!row) throw linkNotFound()
  assertWorkspaceActive(row.workspace)
  const { key, bytes, mime, name } = row.image
  const now = Date.now()
  const life = imageLife(row.image, row.workspace, now)
  if (key === null || life.state !== 'active') return placeholder(key === null ? 'deleted' : 'expired', width)
  const seconds = life.expiresAt === null ? Infinity : Math.floor((life.expiresAt - now) / 1000)
  const serve = ({ key: served, ...derivative }: Derivative): Served => ({
    ...derivative,
    tag: tagOfKey(served),
    fileName: baseNameOf(name, 'image'),
    disposition: 'inline',
    cacheControl: `public, max-age=${Math.min(limits.capabilityMaxAgeSeconds, seconds)}, immutable`,
  })
  if (width === undefined) {
    const source = await blobs().open(key, { size: bytes }).catch(asLinkNotFound)
    return { ...serve({ key, source, mime }), onUnreadable: async error => asLinkNotFound(error) }
  }
  const owned = { id, workspaceId: row.workspace.id }
  const remake = (error: unknown) =>
    ifMissing(error, async () => serve(await makeThumbnail(owned, key, width)))
  const stored = thumbnailKey(id, key, width)
  try {
    const source = await blobs().open(stored)
    return { ...serve({ key: stored, source, mime: 'image/webp' }), onUnreadable: remake }
  } catch (error) {
    return remake(error)
  }
}
