import { undecodableAvif, unsupportedAvif } from './errors'

/** The types of the AV1 units (OBUs) that are read (AV1, 6.2.2). */
const SEQUENCE_HEADER = 1
const FRAME_HEADER = 3
const FRAME = 6

/** The fields of the sequence header of an AV1 image (AV1, 5.5): the largest size of a frame, and colors. */
export interface CodedImage {
  width: number
  height: number
  bits: number
  isMonochrome: boolean
  /**
   * The color primaries, the transfer function and the color matrix: numbers of ITU-T H.273. 2 means
   * unspecified.
   */
  primaries: number
  transfer: number
  matrix: number
  isFullRange: boolean
}

/**
 * Reads the size and the colors of a coded AV1 image without decoding it. Decoders allocate memory for the
 * size in this header. Throws a MediaError unless there is exactly one sequence header and one frame.
 */
export function readCodedImage(data: Buffer): CodedImage {
  let header: Buffer | null = null
  let frames = 0
  for (let at = 0; at < data.length;) {
    const first = data[at] ?? 0
    at += first & 4 ? 2 : 1
    let size = data.length - at
    // A unit without a size extends to the end of the data.
    if (first & 2) [size, at] = leb128(data, at)
    if (at + size > data.length) throw undecodableAvif()
    const type = (first >> 3) & 15
    if (type === SEQUENCE_HEADER) {
      if (header && !header.equals(data.subarray(at, at + size))) throw undecodableAvif()
      header = data.subarray(at, at + size)
    }
    if (type === FRAME || type === FRAME_HEADER) frames += 1
    at += size
  }
  if (!header || frames === 0) throw undecodableAvif()
  if (frames > 1) throw unsupportedAvif('has several layers or frames')
  return parsed(header)
}

/** Reads a number of variable length (AV1, 4.10.5), and returns it with the position after it. */
function leb128(bytes: Buffer, from: number): [value: number, end: number] {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes[from + i]
    if (byte === undefined) throw undecodableAvif()
    value += (byte & 127) * 2 ** (7 * i)
    if (!(byte & 128)) return [value, from + i + 1]
  }
  throw undecodableAvif()
}

/** Parses a sequence header (AV1, 5.5.1 and 5.5.2). The names of fields are in the comments. */
function parsed(header: Buffer): CodedImage {
  let at = 0
  const bits = (count: number): number => {
    if (at + count > header.length * 8) throw undecodableAvif()
    let value = 0
    for (const end = at + count; at < end; at++)
      value = value * 2 + (((header[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  const flag = () => bits(1) === 1
  const profile = bits(3)
  bits(1) // still_picture
  const isReduced = flag() // reduced_still_picture_header
  if (isReduced) bits(5) // seq_level_idx
  else skipOperatingPoints(bits)
  const [widthBits, heightBits] = [bits(4) + 1, bits(4) + 1]
  const [width, height] = [bits(widthBits) + 1, bits(heightBits) + 1]
  if (!isReduced && flag()) bits(7) // frame_id_numbers_present_flag
  bits(3) // use_128x128_superblock, enable_filter_intra, enable_intra_edge_filter
  if (!isReduced) skipTools(bits)
  bits(3) // enable_superres, enable_cdef, enable_restoration
  const isDeep = flag() // high_bitdepth
  const depth = isDeep ? (profile === 2 && flag() ? 12 : 10) : 8
  const isMonochrome = profile !== 1 && flag()
  const [primaries, transfer, matrix] = flag() ? [bits(8), bits(8), bits(8)] : [2, 2, 2]
  // RGB of sRGB has no bit for its range, which is always full.
  const isRgb = !isMonochrome && primaries === 1 && transfer === 13 && matrix === 0
  const isFullRange = isRgb || flag()
  return { width, height, bits: depth, isMonochrome, primaries, transfer, matrix, isFullRange }
}

type Bits = (count: number) => number

/** Skips the fields about timing, the decoder model and the operating points. */
function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0
  if (bits(1)) {
    bits(64) // num_units_in_display_tick, time_scale
    if (bits(1)) skipUvlc(bits)
    if (bits(1)) {
      delayBits = bits(5) + 1
      bits(42) // num_units_in_decoding_tick and two lengths
    }
  }
  const hasDisplayDelay = bits(1)
  for (let left = bits(5) + 1; left > 0; left--) {
    bits(12) // operating_point_idc
    if (bits(5) > 7) bits(1) // seq_level_idx, seq_tier
    if (delayBits > 0 && bits(1)) bits(delayBits * 2 + 1)
    if (hasDisplayDelay && bits(1)) bits(4)
  }
}

/** Skips a number of variable length. The number of zero bits before it states its length (AV1, 4.10.3). */
function skipUvlc(bits: Bits): void {
  let zeros = 0
  while (!bits(1)) zeros += 1
  if (zeros < 32) bits(zeros)
}

/** Skips the flags of coding tools that only sequences have. */
function skipTools(bits: Bits): void {
  bits(4) // interintra, masked and warped motion, dual filter
  const hasOrderHint = bits(1)
  if (hasOrderHint) bits(2)
  const forcesScreenContent = bits(1) ? 2 : bits(1)
  if (forcesScreenContent > 0 && !bits(1)) bits(1)
  if (hasOrderHint) bits(3)
}
