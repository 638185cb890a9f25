import { readAll, type ByteSource } from '~~/server/bytes/byte-source'
import { windowedReader } from '../../reader'

const ANIMATION = 0x02
const ALPHA = 0x10

/**
 * Returns a WebP (RFC 9649) that is changed so that the decoder shows it as Chromium does. Chromium ignores
 * the EXIF orientation, ignores the profile of an animation, and shows the transparency of a lossless picture
 * even if the header does not declare it. Returns null if no change is necessary.
 */
export async function normalizedWebp(source: ByteSource): Promise<Buffer | null> {
  const head = await source.read(0, Math.min(30, source.size))
  // Only the extended format has metadata and flags, so files in other formats need no change.
  if (head.toString('latin1', 12, 16) !== 'VP8X') return null
  const read = windowedReader(source)
  const flags = head[20] ?? 0
  const dropped = new Set(['EXIF', ...(flags & ANIMATION ? ['ICCP'] : [])])
  const places: number[] = []
  let hasAlpha = false
  for (let at = 12; at + 8 <= source.size;) {
    const chunk = await read(at, 13)
    const [type, length] = [chunk.toString('latin1', 0, 4), chunk.readUInt32LE(4)]
    if (dropped.has(type)) places.push(at)
    // The alpha bit of VP8L follows its signature and 28 bits of size (RFC 9649, 3.4).
    if (type === 'VP8L') hasAlpha ||= ((chunk[12] ?? 0) & 0x10) !== 0
    // An animation frame contains chunks, which begin 16 bytes after its header. Other chunks are skipped as
    // a whole.
    at += 8 + (type === 'ANMF' ? 16 : length + (length % 2))
  }
  const isUnflagged = hasAlpha && !(flags & ALPHA)
  if (places.length === 0 && !isUnflagged) return null
  const file = Buffer.from(await readAll(source))
  if (isUnflagged) file.writeUInt8(flags | ALPHA, 20)
  // A chunk gets an unknown type instead of being removed, because decoders skip unknown chunks.
  for (const at of places) file.write('none', at, 'latin1')
  return file
}
