import type { Mime } from '#shared/contract/media-types'

/** A file whose original and products are compared. */
export interface TruthFile {
  /** The property that the file varies. Unique within its format. */
  name: string
  mime: Mime
  data: Buffer
  /** A part of the refusal, for a file that Chromium shows and that is refused by decision. */
  refused?: string
  /** The moments of a video to look at, in seconds. */
  moments?: number[]
  /** Whether Chromium takes the length of tracks that are not shown. */
  isLengthOfOthers?: boolean
  /** Levels by which the mean of a cell may differ, where the libraries of colors disagree. */
  tolerance?: number
  /** Whether `npm test` compares it. */
  sample?: boolean
}

/** The picture that most files have: cells of one color, so that it survives lossy encoding. */
export const WIDTH = 96
export const HEIGHT = 64
export const CELL = 16

const COLORS = [
  0xe53935, 0x43a047, 0x1e88e5, 0xfdd835, 0x8e24aa, 0x00acc1, 0x000000, 0x404040, 0x808080, 0xc0c0c0,
  0xffffff, 0xd2a679, 0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0xff00ff, 0x00ffff, 0x203060, 0x602030,
  0x306020, 0xf0a0b0, 0xa0f0b0, 0xb0a0f0,
]
const ALPHAS = [255, 128, 0, 200, 64, 255]

/** Returns the color of a cell, RGBA. `step` turns the colors, for frames that differ. */
export function cellColor(column: number, row: number, step = 0): [number, number, number, number] {
  const color = COLORS[(row * 6 + column + step * 5) % COLORS.length] ?? 0
  return [
    color >> 16,
    (color >> 8) & 255,
    color & 255,
    ALPHAS[(column + row * 2 + step) % ALPHAS.length] ?? 0,
  ]
}

/** Returns the pixels of the picture, RGBA; opaque unless `alpha`. `hard`: no cell is half-transparent. */
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

/** Returns the same pixels without transparency, RGB. */
export function withoutAlpha(rgba: Buffer): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3)
  for (let i = 0; i * 4 < rgba.length; i++) rgba.copy(rgb, i * 3, i * 4, i * 4 + 3)
  return rgb
}
