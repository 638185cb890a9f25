import { encrypted } from '../error'
import type { Reader } from '../reader'
import { boxesOf, type Box } from './mp4-boxes'
import type { Patch } from './patched-source'

/** The types of sample descriptions for encrypted pictures and sound. */
const ENCRYPTED = new Set(['encv', 'enca'])

/**
 * The size in bytes of a visual sample description without its child boxes (ISO/IEC 14496-12, 12.1.3), and
 * the minimum sizes of its optional child boxes. Players skip a child box that is shorter, while the demuxer
 * fails.
 */
export const VISUAL_ENTRY_BYTES = 86
const OPTIONAL_BYTES: Record<string, number> = { btrt: 12, clap: 32, colr: 11, pasp: 8 }

/**
 * Checks the first sample description (ISO/IEC 14496-12, 8.5.2), because players use only this one. Throws if
 * it is encrypted. Some of its boxes may be too short for a demuxer: returns patches that hide these boxes
 * from the demuxer.
 */
export async function misreadDescriptions(read: Reader, stsd: Box, isVideo: boolean): Promise<Patch[]> {
  const type = (await read(stsd.data + 12, 4)).toString('latin1')
  if (ENCRYPTED.has(type)) throw encrypted()
  const misread: Patch[] = []
  if (!isVideo || type.length < 4) return misread
  for await (const { type, data, end } of boxesInDescription(read, stsd)) {
    if (end - data >= (OPTIONAL_BYTES[type] ?? 0)) continue
    // A QuickTime color description is one byte shorter than the standard one. It is not hidden, but its type
    // is changed to the QuickTime type `nclc`, which has this length (ISO/IEC 14496-12, 12.1.5).
    const isWithoutRange = type === 'colr' && end - data === 10
    misread.push({
      at: isWithoutRange ? data : data - 4,
      bytes: Buffer.from(isWithoutRange ? 'nclc' : 'free'),
    })
  }
  return misread
}

/** Yields the boxes in the first visual sample description. */
export async function* boxesInDescription(read: Reader, stsd: Box): AsyncIterable<Box> {
  const start = stsd.data + 8
  const head = await read(start, 4)
  if (head.length < 4) return
  yield* boxesOf(read, start + VISUAL_ENTRY_BYTES, Math.min(stsd.end, start + head.readUInt32BE(0)))
}
