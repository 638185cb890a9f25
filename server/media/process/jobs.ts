import type { ComparisonSettings } from '#shared/contract/comparison'
import type { RectangleGeometry, Shape } from '#shared/contract/geometry'
import type { Mime, ThumbnailWidth } from '#shared/contract/media-types'
import { encodeAvatar } from '../image/avatar'
import { deriveImage, thumbnail, type EmbedImage } from '../image/derive'
import { encodeFrame } from '../image/frame'
import { assertMatches, inspect, inspectPicture } from '../inspect'
import { placeholderCard, type PlaceholderState } from '../image/placeholder'
import { comparedPictures, markedPicture, type Marked, type MarkedPicture } from '../image/marked-picture'
import { derivePoster, type DerivedPoster } from '../image/poster'
import { redactImage } from '../image/redact'
import { pictureDifference, type PictureDifference } from '../image/difference'
import { fileSource } from '~~/server/bytes/byte-source'
import { remuxVideo, type RemuxedVideo } from '../video/remux'

/**
 * The jobs that a media process can run. Their input and result are plain data; files are given as paths.
 * Most jobs first detect the type of the file from its bytes, and throw a MediaError if the type is not
 * accepted or differs from the declared type.
 */
export const mediaJobs = {
  /** Makes the embeddable derivative of a picture. */
  async embedImage({ path, mime }: { path: string; mime: Mime }): Promise<EmbedImage> {
    const source = await fileSource(path)
    await assertMatches(source, mime)
    return deriveImage(source, mime)
  },
  /**
   * Makes the derivative of a comment image, whose type is not declared. Any accepted image type is allowed.
   */
  async commentImage({ path }: { path: string }): Promise<EmbedImage> {
    const source = await fileSource(path)
    return deriveImage(source, await inspectPicture(source))
  },
  /** Paints over areas of a picture and returns a picture of the same type. */
  async redactImage({
    path,
    mime,
    areas,
  }: {
    path: string
    mime: Mime
    areas: readonly RectangleGeometry[]
  }): Promise<Buffer> {
    const source = await fileSource(path)
    await assertMatches(source, mime)
    return redactImage(source, mime, areas)
  },
  /** Writes the embeddable derivative of a video to `outPath`. */
  async embedVideo({
    path,
    mime,
    outPath,
  }: {
    path: string
    mime: Mime
    outPath: string
  }): Promise<RemuxedVideo> {
    const source = await fileSource(path)
    await assertMatches(source, mime)
    return remuxVideo(source, mime, outPath)
  },
  /** Makes the poster of a video from a picture. If `mime` is missing, any picture type is accepted. */
  async poster({ path, mime }: { path: string; mime?: Mime }): Promise<DerivedPoster> {
    const source = await fileSource(path)
    if (mime) await assertMatches(source, mime)
    return derivePoster(source, mime ?? (await inspectPicture(source)))
  },
  /** Re-encodes a video frame that a browser has sent. */
  async frame({ path }: { path: string }): Promise<Buffer> {
    const source = await fileSource(path)
    return encodeFrame(source, await inspectPicture(source))
  },
  /** Encodes the profile picture of a person. */
  async avatar({ path }: { path: string }): Promise<Buffer> {
    const source = await fileSource(path)
    return encodeAvatar(source, await inspectPicture(source))
  },
  async thumbnail({ path, width }: { path: string; width: ThumbnailWidth }): Promise<Buffer> {
    const source = await fileSource(path)
    return thumbnail(source, await inspect(source), width)
  },
  /** Draws marks on a picture for agents. */
  async markedPicture({
    path,
    ...options
  }: {
    path: string
    side: number
    marks: readonly Marked[]
    around?: readonly Shape[]
  }): Promise<MarkedPicture> {
    const source = await fileSource(path)
    return markedPicture(source, await inspect(source), options)
  },
  /** Draws the same part of two pictures side by side. */
  async comparedPictures({
    path,
    otherPath,
    ...options
  }: {
    path: string
    otherPath: string
    side: number
    marks: readonly Marked[]
    around?: readonly Shape[]
  }): Promise<MarkedPicture> {
    const [before, after] = [await fileSource(path), await fileSource(otherPath)]
    return comparedPictures(
      { source: before, mime: await inspect(before) },
      { source: after, mime: await inspect(after) },
      options,
    )
  },
  /** Finds the changed regions of two pictures; null if they cannot be compared pixel by pixel. */
  async pictureDifference({
    path,
    otherPath,
    ...settings
  }: { path: string; otherPath: string } & ComparisonSettings): Promise<PictureDifference | null> {
    const [before, after] = [await fileSource(path), await fileSource(otherPath)]
    return pictureDifference(
      { source: before, mime: await inspect(before) },
      { source: after, mime: await inspect(after) },
      settings,
    )
  },
  placeholder: ({ state, width }: { state: PlaceholderState; width?: number }): Promise<Buffer> =>
    placeholderCard(state, { width }),
}

export type MediaJobs = typeof mediaJobs
export type MediaJob = keyof MediaJobs
export type InputOfJob<J extends MediaJob> = Parameters<MediaJobs[J]>[0]
export type ResultOfJob<J extends MediaJob> = Awaited<ReturnType<MediaJobs[J]>>
