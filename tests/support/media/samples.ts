import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Returns the path of a committed sample; samples/README.md says how each was made. */
export function sample(
  name:
    | 'plain.mp4'
    | 'front.mp4'
    | 'live.webm'
    | 'matroska.mkv'
    | 'audio.mp4'
    | 'rotated.mp4'
    | 'browser.webm'
    | 'hevc-sound.mp4',
): string {
  return fileURLToPath(new URL(`./samples/${name}`, import.meta.url))
}

/** Returns the pixels of a picture in which neighboring pixels differ, so that every change is noticed. */
export function pixels(width: number, height: number, channels: 3 | 4 = 3): Buffer {
  const data = Buffer.alloc(width * height * channels)
  for (let i = 0; i < width * height; i++) {
    const x = i % width
    const y = Math.floor(i / width)
    data.set([(x * 7) & 255, (y * 11) & 255, (x ^ y) & 255, 255].slice(0, channels), i * channels)
  }
  return data
}

/** Returns a picture as an instance of sharp. */
export function picture(width: number, height: number, channels: 3 | 4 = 3) {
  return sharp(pixels(width, height, channels), { raw: { width, height, channels } })
}

/** A PNG image in which neighboring pixels differ. */
export const pngImage = (width: number, height: number): Promise<Buffer> =>
  picture(width, height).png().toBuffer()

/**
 * A PNG image of one color, for tests of the position of an image. If the image is large, this takes a
 * fraction of the time that {@link pngImage} takes.
 */
export const plainImage = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#abc' } })
    .png()
    .toBuffer()

/** Returns a picture of random bytes, which no encoder can compress well. */
export function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
}

/** An animated GIF of this many frames, each in another color. */
export async function animation(width: number, height: number, frames: number): Promise<Buffer> {
  const strip = Buffer.concat(
    Array.from({ length: frames }, (_, frame) => Buffer.alloc(width * height * 3, frame * 40)),
  )
  return sharp(strip, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 120), loop: 3 })
    .toBuffer()
}
