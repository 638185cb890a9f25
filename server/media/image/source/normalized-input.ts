import type { Mime } from '#shared/contract/media-types'
import { readWhole, type ByteSource } from '~~/server/bytes/byte-source'
import { normalizedAvif } from '../avif/normalized'
import { normalizedGif } from './gif'
import { normalizedJpeg } from './jpeg'
import { normalizedPng } from './png'
import { normalizedWebp } from './webp'

/**
 * Returns an input with which the decoder shows a picture as Chromium does: the path of the file, its bytes,
 * or changed bytes. Changes are necessary because the decoder and Chromium interpret some data outside of the
 * pixels differently (colors, orientation, transparency, the first frame). Throws a MediaError for a picture
 * that cannot be shown as Chromium does, and for an AVIF with more than `maxPixels`.
 */
export async function normalizedInput(
  source: ByteSource,
  mime: Mime,
  maxPixels: number,
): Promise<Buffer | string> {
  const plain = await plains[mime]?.(source, maxPixels)
  return plain ?? source.path ?? (await readWhole(source))
}

const plains: Partial<Record<Mime, (source: ByteSource, maxPixels: number) => Promise<Buffer | null>>> = {
  'image/png': normalizedPng,
  'image/avif': normalizedAvif,
  'image/jpeg': normalizedJpeg,
  'image/webp': normalizedWebp,
  'image/gif': normalizedGif,
}
