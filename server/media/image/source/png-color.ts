import { deflateSync, inflateSync } from 'node:zlib'
import { readAll, type ByteSource } from '~~/server/bytes/byte-source'
import { MediaError } from '../../error'
import { HDR, PRIMARIES, SRGB, SRGB_CURVE, TRANSFERS } from './cicp'
import { grayOf, profileOf, type Chromaticity } from './icc'
import { hasForeignOrientation } from './exif'
import { chunksBeforeData, written, type ChunkPlace } from './png-chunks'

/**
 * The chunks that define the colors of a PNG (PNG, third edition, 11.3.2). The first has the highest
 * precedence.
 */
const STATEMENTS = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']
/** The largest number of bytes of a color profile after decompression. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

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
  const file = await readAll(source)
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
