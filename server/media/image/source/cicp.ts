import type { Chromaticity, Primaries, Transfer } from './icc'

const D65: Chromaticity = [0.3127, 0.329]
const primaries = (red: Chromaticity, green: Chromaticity, blue: Chromaticity, white = D65): Primaries => ({
  red,
  green,
  blue,
  white,
})
/** The primaries of sRGB and ITU-R BT.709. */
export const SRGB = primaries([0.64, 0.33], [0.3, 0.6], [0.15, 0.06])
const NTSC = primaries([0.63, 0.34], [0.31, 0.595], [0.155, 0.07])
const ILLUMINANT_C: Chromaticity = [0.31, 0.316]

/** The color primaries by their number in ITU-T H.273, table 2. */
export const PRIMARIES: Record<number, Primaries> = {
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
export const SRGB_CURVE: Transfer = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
/** The transfer functions by the number of their transfer characteristics in ITU-T H.273, table 3. */
export const TRANSFERS: Record<number, Transfer> = {
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
export const HDR: Record<number, string> = { 16: 'PQ', 18: 'HLG' }
