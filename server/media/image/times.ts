import type { Metadata } from 'sharp'
import { APPLICATION, EXTENSION, GRAPHIC_CONTROL, headBytes, paletteBytes, subBlocks } from '../gif/blocks'

/** The durations of the frames in milliseconds, and the number of times that an animation plays. */
type Times = Pick<Metadata, 'delay' | 'loop'>

/**
 * The limits of the encoder: the longest duration of a frame in milliseconds, and the largest number of
 * loops.
 */
const ENCODER_MAX = 65_535
const atMost = (value: number) => Math.min(value, ENCODER_MAX)

/** Returns times that the encoder accepts as options. */
export const encodable = ({ delay, loop }: Times): Times => ({
  ...(delay && { delay: delay.map(atMost) }),
  ...(loop && { loop: atMost(loop) }),
})

/**
 * Writes the frame durations and the loop count into an encoded GIF (GIF89a, 23), because the encoder limits
 * both.
 */
export function withTimesOfGif(gif: Buffer, { delay = [], loop = 0 }: Times): Buffer {
  let frame = 0
  for (let at = 13 + paletteBytes(gif[10]); at + 10 < gif.length;) {
    const isExtension = gif[at] === EXTENSION
    if (isExtension && gif[at + 1] === GRAPHIC_CONTROL)
      gif.writeUInt16LE(Math.round((delay[frame] ?? 0) / 10), at + 4)
    // The loop extension stores how many times the animation is repeated after it has played for the first
    // time.
    if (isExtension && gif[at + 1] === APPLICATION && loop > 1) gif.writeUInt16LE(loop - 1, at + 16)
    if (!isExtension) frame += 1
    const blocks = subBlocks(gif, at + headBytes(gif.subarray(at, at + 10)))
    if (!blocks) break
    at = blocks.end
  }
  return gif
}

/**
 * Writes the frame durations into an encoded WebP, because the encoder limits them. The format allows up to
 * 2^24 milliseconds for a frame (RFC 9649, 2.7.1.1).
 */
export function withTimesOfWebp(webp: Buffer, { delay = [] }: Times): Buffer {
  let frame = 0
  for (let at = 12; at + 24 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4)
    if (webp.toString('latin1', at, at + 4) === 'ANMF') webp.writeUIntLE(delay[frame++] ?? 0, at + 20, 3)
    at += 8 + length + (length % 2)
  }
  return webp
}
