import type { ComparisonSettings } from '#shared/contract/comparison'
import type { ThumbnailWidth } from '#shared/contract/media-types'
import type { PictureDifference } from '~~/server/media/image/difference'
import type { MarkedPicture } from '~~/server/media/image/marked-picture'
import type { PlaceholderState } from '~~/server/media/image/placeholder'
import type { InputOfJob } from '~~/server/media/process/jobs'
import { media } from '~~/server/media/process/media'
import { runJob, withLocalFile } from './media-job'

/** Returns a stored picture as a small WebP. Throws a MediaError if the picture cannot be decoded. */
export function thumbnailOf(
  workspaceId: string,
  originalKey: string,
  width: ThumbnailWidth,
): Promise<Buffer> {
  return withLocalFile(originalKey, ({ path, size }) =>
    runJob('thumbnail', { path, width }, size, workspaceId),
  )
}

/**
 * Returns a stored picture with marks drawn on it: see {@link markedPicture}. Throws a MediaError if the
 * picture cannot be decoded.
 */
export function markedPictureOf(
  workspaceId: string,
  key: string,
  options: Omit<InputOfJob<'markedPicture'>, 'path'>,
): Promise<MarkedPicture> {
  return withLocalFile(key, ({ path, size }) =>
    runJob('markedPicture', { path, ...options }, size, workspaceId),
  )
}

/**
 * Returns the same area of two stored pictures: see {@link comparedPictures}. Throws a MediaError if a
 * picture cannot be decoded.
 */
export function comparedPicturesOf(
  workspaceId: string,
  key: string,
  otherKey: string,
  options: Omit<InputOfJob<'comparedPictures'>, 'path' | 'otherPath'>,
): Promise<MarkedPicture> {
  return withLocalFile(key, ({ path, size }) =>
    withLocalFile(otherKey, other =>
      runJob('comparedPictures', { path, otherPath: other.path, ...options }, size + other.size, workspaceId),
    ),
  )
}

/**
 * Finds the changed regions of two stored pictures: see {@link pictureDifference}. Returns null if they
 * cannot be compared pixel by pixel. Throws a MediaError if a picture cannot be decoded.
 */
export function pictureDifferenceOf(
  workspaceId: string,
  key: string,
  otherKey: string,
  settings: ComparisonSettings,
): Promise<PictureDifference | null> {
  return withLocalFile(key, ({ path, size }) =>
    withLocalFile(otherKey, other =>
      runJob(
        'pictureDifference',
        { path, otherPath: other.path, ...settings },
        size + other.size,
        workspaceId,
      ),
    ),
  )
}

const cards = new Map<string, Promise<Buffer>>()

/**
 * Returns a placeholder image for media that cannot be shown. `width` is in pixels; without it, the image has
 * its default size. Each image is made once and cached.
 */
export function placeholderOf(state: PlaceholderState, width?: number): Promise<Buffer> {
  const name = `${state} ${width ?? 'whole'}`
  const card = cards.get(name) ?? media().run('placeholder', { state, width }, 0, 'server')
  cards.set(name, card)
  card.catch(() => cards.delete(name))
  return card
}
