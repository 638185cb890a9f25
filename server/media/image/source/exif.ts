const ORIENTATION = 0x0112
const SHORT = 3

/**
 * Returns the orientation in EXIF data (1 to 8) as Chromium reads it: only a value of the type SHORT counts
 * (TIFF 6.0, section 2). Returns 1 if there is no valid orientation.
 */
export function orientationIn(tiff: Buffer): number {
  const entry = orientationEntry(tiff)
  return entry && entry.type === SHORT && entry.value >= 1 && entry.value <= 8 ? entry.value : 1
}

/** Returns whether EXIF data has an orientation that Chromium ignores although the decoder applies it. */
export function hasForeignOrientation(tiff: Buffer): boolean {
  const entry = orientationEntry(tiff)
  return entry !== null && entry.type !== SHORT
}

function orientationEntry(tiff: Buffer): { type: number; value: number } | null {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 10 || (order !== 'II' && order !== 'MM')) return null
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return null
  for (let i = 0; i < u16(start); i++) {
    const at = start + 2 + i * 12
    if (at + 12 > tiff.length) return null
    if (u16(at) === ORIENTATION) return { type: u16(at + 2), value: u16(at + 8) }
  }
  return null
}

/** Returns EXIF data that contains only an orientation. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
