import { deflateSync, inflateSync } from 'node:zlib'
import { readWhole, type ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../../error'
import { grayOf, profileOf, type Chromaticity, type Primaries, type Transfer } from './icc'
import { hasForeignOrientation } from './exif'
import { chunksBeforeData, written, type ChunkPlace } from './png-chunks'

/**
 * The chunks that define the colors of a PNG (PNG, third edition, 11.3.2). The first has the highest
 * precedence.
 */
const STATEMENTS = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']
/** The largest number of bytes of a color profile after decompression. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

const D65: Chromaticity = [0.3127, 0.329]
const primaries = (red: Chromaticity, green: Chromaticity, blue: Chromaticity, white = D65): Primaries => ({
  red,
  green,
  blue,
  white,
})
const SRGB = primaries([0.64, 0.33], [0.3, 0.6], [0.15, 0.06])
const NTSC = primaries([0.63, 0.34], [0.31, 0.595], [0.155, 0.07])
const ILLUMINANT_C: Chromaticity = [0.31, 0.316]

/** The color primaries by their number in ITU-T H.273, table 2. */
const PRIMARIES: Record<number, Primaries> = {
  1: SRGB,
  4: primaries([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], ILLUMINANT_C),
  5: primaries([0.64, 0.33], [0.29, 0.6], [0.15, 0.06]),
  6: NTSC,
  7: NTSC,
  8: primaries([0.681, 0.319], [0.243, 0.692], [0.145, 0.049], ILLUMINANT_C),
  9: primaries([0.708, 0.292], [0.17, 0.797], [0.131, 0.046]),
  10: primaries([1, 0], [0, 1], [0, 0], [1 / 3, 1 / 3]),
  11: primaries([0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351]),
  12: primaries([0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  22: primaries([0.63, 0.34], [0.295, 0.605], [0.155, 0.077]),
}
/** The transfer function of the displays that videos of ITU-R BT.709 are made for (BT.1886). */
const BT_1886: Transfer = [2.4]
const SRGB_CURVE: Transfer = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
/** The transfer functions by the number of their transfer characteristics in ITU-T H.273, table 3. */
const TRANSFERS: Record<number, Transfer> = {
  1: BT_1886,
  4: [2.2],
  5: [2.8],
  6: BT_1886,
  7: [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912],
  8: [1],
  11: BT_1886,
  13: SRGB_CURVE,
  14: BT_1886,
  15: BT_1886,
  17: [2.6, (52.37 / 48) ** (1 / 2.6), 0, 0, 0],
}
/** The transfer characteristics of high dynamic range: PQ and HLG. */
const HDR: Record<number, string> = { 16: 'PQ', 18: 'HLG' }
/**
 * If a PNG declares no primaries, a gamma that differs from the gamma of sRGB by at most this fraction is
 * treated as sRGB.
 */
const GAMMA_TOLERANCE = 0.05

type Statements = Record<string, Buffer | undefined>

/**
 * Returns a PNG that is changed so that the decoder shows the same colors as Chromium: only the color
 * definition with the highest precedence remains, as an ICC profile before the palette. Returns null if no
 * change is necessary. Throws a MediaError for colors that cannot be shown as Chromium does.
 */
export async function withOneProfile(source: ByteSource): Promise<Buffer | null> {
  const found: Statements = {}
  const left: ChunkPlace[] = []
  let [isGray, hasPalette, isLate, isForeign, headerEnd] = [false, false, false, false, 0]
  for await (const chunk of chunksBeforeData(source)) {
    const { type } = chunk
    hasPalette ||= type === 'PLTE'
    if (![...STATEMENTS, 'IHDR', 'eXIf'].includes(type)) continue
    const data = await source.read(chunk.dataAt, chunk.end - 4)
    if (type === 'IHDR') [isGray, headerEnd] = [[0, 4].includes(data[9] ?? 0), chunk.end]
    if (type === 'eXIf' && hasForeignOrientation(data)) {
      isForeign = true
      left.push(chunk)
    }
    if (!STATEMENTS.includes(type)) continue
    left.push(chunk)
    // Chromium accepts the cICP chunk only before the palette. It accepts the other color chunks anywhere
    // before the image data.
    if (hasPalette && type === 'cICP') continue
    isLate ||= hasPalette && type === 'iCCP'
    found[type] ??= data
  }
  const wanted = profileFor(found, isGray ? 'GRAY' : 'RGB ')
  const own = profileIn(found.iCCP)
  const isReadable =
    wanted === 'of the file' ? !isLate && !(isGray && own?.grayOf) : wanted === null && !found.iCCP
  if ((isReadable && !isForeign) || headerEnd === 0) return null
  const profile = wanted === 'of the file' ? (isGray && own?.grayOf) || own?.data : wanted
  const file = await readWhole(source)
  const parts = [file.subarray(0, headerEnd), ...(profile ? [iccp(profile)] : [])]
  let at = headerEnd
  for (const chunk of left) {
    parts.push(file.subarray(at, chunk.at))
    at = chunk.end
  }
  return Buffer.concat([...parts, file.subarray(at)])
}

/**
 * Returns the ICC profile that defines the colors of a PNG: null for sRGB, and `of the file` for the profile
 * that the file contains.
 */
function profileFor(found: Statements, space: 'RGB ' | 'GRAY'): Buffer | null | 'of the file' {
  const { cICP, iCCP, sRGB, gAMA, cHRM } = found
  const [color, transfer, matrix, isFull] = cICP ?? []
  if (cICP && matrix !== 0) throw unshowable('a matrix in cICP', 'Write it with the matrix 0 (RGB).')
  const hdr = isFull && HDR[transfer ?? 0]
  if (cICP && hdr) throw unshowable(`a high dynamic range (${hdr})`, 'Export it in sRGB.')
  const [stated, curve] = [PRIMARIES[color ?? 0], TRANSFERS[transfer ?? 0]]
  if (isFull && stated && curve) {
    const isSrgb = stated === SRGB && curve === SRGB_CURVE
    return isSrgb ? null : profileOf(stated, curve, space)
  }
  if (iCCP && profileIn(iCCP)) return 'of the file'
  const gamma = gAMA?.length === 4 ? gAMA.readUInt32BE(0) / 100_000 : 0
  if (sRGB || gamma === 0) return null
  if (cHRM?.length !== 32)
    return Math.abs(gamma * 2.2 - 1) < GAMMA_TOLERANCE ? null : profileOf(SRGB, [1 / gamma], space)
  const at = (i: number): Chromaticity => [cHRM.readUInt32BE(i) / 1e5, cHRM.readUInt32BE(i + 4) / 1e5]
  return profileOf({ white: at(0), red: at(8), green: at(16), blue: at(24) }, [1 / gamma], space)
}

function unshowable(what: string, hint: string): MediaError {
  return new MediaError('unshown_colors', `The image has ${what}, which cannot be shown.`, hint)
}

/**
 * Returns the ICC profile in an iCCP chunk. If the profile is for colors, `grayOf` is a gray profile with the
 * same curve. Returns null if the chunk contains no profile.
 */
function profileIn(chunk: Buffer | undefined): { data: Buffer; grayOf: Buffer | null } | null {
  if (!chunk) return null
  try {
    const data = inflateSync(chunk.subarray(chunk.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES })
    return data.toString('latin1', 36, 40) === 'acsp' ? { data, grayOf: grayOf(data) } : null
  } catch {
    return null
  }
}

const iccp = (profile: Buffer): Buffer =>
  written({
    type: 'iCCP',
    data: Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]),
  })
