/** Application extensions that say how often an animation plays; all others are metadata. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/**
 * A GIF rebuilt of its pictures, palettes, times and loop count alone (GIF89a, 12–26): comments, XMP and what hangs
 * on behind are gone, every frame is untouched. Null when the file ends, or makes no sense, within a block: the
 * decoder shows the frames before a cut without a word.
 */
export function cleanGif(file: Buffer): Buffer | null {
  const kept: Buffer[] = []
  let at = 13 + paletteBytes(file[10])
  if (at > file.length) return null
  kept.push(file.subarray(0, at))
  while (at < file.length) {
    const start = at
    const kind = file[at]
    if (kind === 0x3B) break
    if (kind === 0x21) at += 2
    else if (kind === 0x2C) at += 11 + paletteBytes(file[at + 9])
    else return null
    const end = afterSubBlocks(file, at)
    if (end === null) return null
    if (kind === 0x2C || isShown(file, start)) kept.push(file.subarray(start, end))
    at = end
  }
  // Some encoders leave the trailer out.
  return Buffer.concat([...kept, Buffer.from([0x3B])])
}

/** Bytes of the colour table that a packed field announces. */
function paletteBytes(packed = 0): number {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0
}

function afterSubBlocks(file: Buffer, from: number): number | null {
  for (let at = from; at < file.length;) {
    const length = file[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

/** Graphic control (times, transparency) and the loop count. */
function isShown(file: Buffer, at: number): boolean {
  const label = file[at + 1]
  return label === 0xF9 || (label === 0xFF && LOOPS.includes(file.toString('latin1', at + 3, at + 14)))
}
