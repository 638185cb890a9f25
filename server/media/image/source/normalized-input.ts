import type { Mime } from '#shared/contract/media-types'
import { readAll, type ByteSource } from '~~/server/bytes/byte-source'
import { normalizedAvif } from '../avif/normalized'
import { normalizedGif } from './gif'
import { normalizedJpeg } from './jpeg'
import { normalizedPng } from './png'
import { normalizedWebp } from './webp'

/**
 * An input of the decoder: the path of a file, its bytes, or changed bytes. `page` is the number of its first
 * frame that is part of the picture.
 */
interface Input {
  input: Buffer | string
  page: 0 | 1
}

/**
 * Returns an input with which the decoder shows a picture as Chromium does. Changes are necessary because the
 * decoder and Chromium interpret some data outside of the pixels differently (size, colors, orientation,
 * transparency, the first frame). Throws a MediaError for a picture that cannot be shown as Chromium does,
 * and for an AVIF with more than `maxPixels`.
 */
export async function normalizedInput(source: ByteSource, mime: Mime, maxPixels: number): Promise<Input> {
  const plain = await plains[mime]?.(source, maxPixels)
  if (plain) return { input: plain, page: mime === 'image/gif' ? 1 : 0 }
  return { input: source.path ?? (await readAll(source)), page: 0 }
}

const plains: Partial<Record<Mime, (source: ByteSource, maxPixels: number) => Promise<Buffer | null>>> = {
  'image/png': normalizedPng,
  'image/avif': normalizedAvif,
  'image/jpeg': normalizedJpeg,
  'image/webp': normalizedWebp,
  'image/gif': normalizedGif,
}
