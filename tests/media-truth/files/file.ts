import type { Mime } from '#shared/contract/media-types'

/**
 * A test file. Its display in Chromium is compared with the display of the files that Exhibit makes from it.
 */
export interface TruthFile {
  /**
   * Names the property that distinguishes this file from other files of its format. Unique within the format.
   */
  name: string
  mime: Mime
  data: Buffer
  /** A part of the error message, if Exhibit refuses the file on purpose although Chromium shows it. */
  refused?: string
  /** The moments of a video whose frames are compared, in seconds. */
  moments?: number[]
  /**
   * Whether Chromium reports the length of a track that it does not show. The lengths are then not compared.
   */
  isLengthOfOthers?: boolean
  /**
   * The accepted difference of a cell's mean color (levels from 0 to 255), for files in which color libraries
   * differ.
   */
  tolerance?: number
  /** Whether `npm test` compares the file. The other files are compared only if TEST_FULL is set. */
  sample?: boolean
}

/**
 * Pixels: the size of the picture in most files, and the size of its cells. Each cell has a single color, so
 * that lossy encoding hardly changes the cell.
 */
export const WIDTH = 96
export const HEIGHT = 64
export const CELL = 16

const COLORS = [
  0xe53935, 0x43a047, 0x1e88e5, 0xfdd835, 0x8e24aa, 0x00acc1, 0x000000, 0x404040, 0x808080, 0xc0c0c0,
  0xffffff, 0xd2a679, 0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0xff00ff, 0x00ffff, 0x203060, 0x602030,
  0x306020, 0xf0a0b0, 0xa0f0b0, 0xb0a0f0,
]
const ALPHAS = [255, 128, 0, 200, 64, 255]

/**
 * Returns the color of a cell as RGBA. Each `step` shifts the colors, so that the frames of an animation
 * differ.
 */
export function cellColor(column: number, row: number, step = 0): [number, number, number, number] {
  const color = COLORS[(row * 6 + column + step * 5) % COLORS.length] ?? 0
  return [
    color >> 16,
    (color >> 8) & 255,
    color & 255,
    ALPHAS[(column + row * 2 + step) % ALPHAS.length] ?? 0,
  ]
}

/**
 * Returns the pixels of the picture as RGBA. Without `alpha`, all pixels are opaque. With "hard", each pixel
 * is either opaque or transparent.
 */
export function cells({
  alpha = false as boolean | 'hard',
  step = 0,
  width = WIDTH,
  height = HEIGHT,
} = {}): Buffer {
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = cellColor(Math.floor(x / CELL), Math.floor(y / CELL), step)
      if (!alpha) color[3] = 255
      if (alpha === 'hard') color[3] = color[3] === 0 ? 0 : 255
      data.set(color, (y * width + x) * 4)
    }
  return data
}

/** Returns the pixels as RGB, without the alpha channel. */
export function withoutAlpha(rgba: Buffer): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3)
  for (let i = 0; i * 4 < rgba.length; i++) rgba.copy(rgb, i * 3, i * 4, i * 4 + 3)
  return rgb
}
