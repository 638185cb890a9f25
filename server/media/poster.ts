import sharp from 'sharp'
import type { Mime } from '#shared/contract/fields'
import { deriveImage } from './image'
import { playMark } from './play-mark'
import { pictureQueue } from './queue'
import type { ByteSource } from './source'

const POSTER_SIDE = 1280

export interface DerivedPoster { data: Buffer, mime: Mime, width: number, height: number }

/**
 * The still that stands for a video in Markdown: at most 1,280 pixels wide, without metadata, with a play mark in the
 * middle. Throws a MediaError for a still that does not decode.
 */
export async function derivePoster(source: ByteSource, mime: Mime): Promise<DerivedPoster> {
  const clean = await deriveImage(source, mime)
  return pictureQueue(async () => {
    const { data: still, info: size } = await sharp(clean.data)
      .resize({ width: POSTER_SIDE, height: POSTER_SIDE, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
    const side = Math.max(1, Math.min(size.width, size.height, Math.max(48, Math.round(Math.min(size.width, size.height) * 0.22))))
    const mark = { input: playMark(side), raw: { width: side, height: side, channels: 4 as const } }
    const data = await sharp(still).composite([{ ...mark, gravity: 'centre' }]).flatten({ background: '#000' })
      .jpeg({ quality: 85 }).toBuffer()
    return { data, mime: 'image/jpeg', width: size.width, height: size.height }
  })
}
