import sharp, { type Metadata, type Sharp } from 'sharp'
import { MediaError } from './error'
import { pictureQueue } from './queue'
import { readWhole, type ByteSource } from './source'

/** Pixels of one picture, and of all frames of an animation together. */
const MAX_PIXELS = 100_000_000

/** A decoder on the picture, of all frames, or of the first alone. Each call is another one. */
export type Open = (options?: { pages: 1 }) => Sharp

/**
 * Runs work on a picture in the queue, since decoding takes threads and memory. Throws a MediaError: `too_many_pixels`
 * from the header alone, `undecodable` when the decoder gives up. A disk's fault is thrown as it is.
 */
export function decoding<T>(source: ByteSource, run: (open: Open, metadata: Metadata) => Promise<T>): Promise<T> {
  return pictureQueue(async () => {
    const input = source.path ?? await readWhole(source)
    try {
      const metadata = await sharp(input, { limitInputPixels: false, pages: -1 }).metadata()
      assertDecodable(metadata)
      return await run(options => sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: -1, ...options }), metadata)
    } catch (error) {
      if (error instanceof MediaError) throw error
      // A file that cannot be read is no broken picture: this throws what the disk says.
      await source.read(0, Math.min(1, source.size))
      throw undecodable(error)
    }
  })
}

/** A picture that does not decode. */
export function undecodable(cause?: unknown): MediaError {
  return new MediaError('undecodable', 'The picture does not decode: it is truncated or corrupt.', 'Make the file again and send it whole.', { cause })
}

/** Pixel size of a frame as seen, after the EXIF orientation. */
export function upright({ autoOrient, pageHeight }: Metadata): { width: number, height: number } {
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
}

export function isAnimated(metadata: Metadata): boolean {
  return (metadata.pages ?? 1) > 1
}

/** The header's claim, before a pixel is decoded. With all pages open, the height is that of all frames. */
function assertDecodable(metadata: Metadata): void {
  if (metadata.width * metadata.height <= MAX_PIXELS) return
  const frames = isAnimated(metadata) ? ` in ${metadata.pages} frames` : ''
  throw new MediaError('too_many_pixels', `The picture has ${metadata.width} × ${metadata.pageHeight ?? metadata.height} pixels${frames}; at most ${MAX_PIXELS / 1e6} million can be shown.`,
    isAnimated(metadata) ? 'Send a video, or fewer frames.' : 'Crop it or reduce its size.')
}
