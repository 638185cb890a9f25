import type { Size } from '#shared/annotation/projection'
import { CELL, type TruthFile } from '../files/file'
import { MediaError } from '~~/server/media/error'
import { show, type Drawn, type Shown } from './browser'
import { productsOf, REDACTED, sizeOf, type Product } from './products'

/**
 * The accepted difference of a channel of a pixel (levels from 0 to 255), because color libraries round
 * differently.
 */
const EXACT = 3
/** The accepted difference of the mean color of a cell after lossy encoding, in levels. */
const LOSSY = 9
/** The accepted difference of durations in milliseconds, because formats store them in different units. */
const TIME_MS = 1
/**
 * The accepted difference of the length of a video in milliseconds, because a packet of sound lasts up to 64
 * ms.
 */
const VIDEO_MS = 64
/** The accepted difference of the loudness of a tenth of a second. */
const LOUDNESS = 0.02

/**
 * Returns the differences between how Chromium shows a file and how it shows the files that Exhibit makes
 * from it.
 */
export async function disagreements(file: TruthFile): Promise<string[]> {
  const shown = await show(file.data, file.mime, file.moments)
  const products = await productsOf(file)
  if (products instanceof MediaError) {
    if (!products.hint) return [`refused without a remedy: ${products.message}`]
    if (!shown) return []
    return file.refused && products.message.includes(file.refused) ? [] : [`refused: ${products.message}`]
  }
  if (file.refused) return ['not refused']
  if (!shown) return ['accepted, and Chromium does not show it']
  const found: string[] = []
  for (const product of products)
    found.push(...(await differences(shown, product, file)).map(each => `${product.kind}: ${each}`))
  return found
}

async function differences(original: Shown, product: Product, file: TruthFile): Promise<string[]> {
  const { tolerance = LOSSY, moments } = file
  const made = await show(product.data, product.mime, moments)
  if (!made) return ['Chromium does not show it']
  const size = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`
  const expected = sizeOf(product.kind, original)
  if (size(expected) !== size(made)) return [`${size(made)}, the original ${size(original)}`]
  if (product.stated && size(product.stated) !== size(original))
    return [`the API states ${size(product.stated)}`]
  const isStill = product.kind === 'thumbnail' || product.kind === 'crop'
  const [from, to] = isStill ? [still(original, expected), still(made)] : [original, made]
  if (from.frames.length !== to.frames.length)
    return [`${to.frames.length} frames, the original ${from.frames.length}`]
  const found: string[] = []
  if (from.loops !== to.loops) found.push(`loops ${to.loops} times, the original ${from.loops}`)
  const maxTime = moments ? VIDEO_MS : TIME_MS
  if (!file.isLengthOfOthers && from.times.some((time, i) => Math.abs(time - (to.times[i] ?? 0)) > maxTime))
    found.push(`times ${to.times.join()}, the original ${from.times.join()}`)
  const { durationMs } = product.stated ?? {}
  if (durationMs !== undefined && Math.abs(durationMs - (to.times[0] ?? 0)) > maxTime)
    found.push(`the API states ${durationMs} ms, it lasts ${to.times[0]}`)
  found.push(...soundDiffers(from, to))
  for (const [i, frame] of from.frames.entries()) {
    const other = to.frames[i]
    const what = other && pixelsDiffer(frame, other, product, tolerance)
    if (what) found.push(`frame ${i} ${what}`)
  }
  return found
}

function soundDiffers({ sound: from }: Shown, { sound: to }: Shown): string[] {
  if (!from && !to) return []
  if (!from || !to) return [to ? 'sound, the original none' : 'no sound']
  const quiet = Array.from(
    { length: Math.max(from.loudness.length, to.loudness.length) },
    (_, i) => i,
  ).filter(i => Math.abs((from.loudness[i] ?? 0) - (to.loudness[i] ?? 0)) > LOUDNESS)
  // Accepts differences in two tenths of a second, because sound is cut between packets at both ends.
  return quiet.length > 2 ? [`sound differs at ${quiet.map(i => i / 10).join()} s`] : []
}

/**
 * Returns the result for a still picture: only the first frame, reduced to this size, without durations and
 * repetitions.
 */
const still = (shown: Shown, size: Size = shown): Shown => ({
  ...shown,
  frames: shown.frames.slice(0, 1).map(frame => reduced(frame, size)),
  times: [],
  loops: 0,
})

/** Returns a smaller picture whose pixels are the means of the pixels that they cover. */
function reduced(from: Drawn, { width, height }: Size): Drawn {
  if (width >= from.width) return from
  const pixels = Buffer.alloc(width * height * 4)
  const starts = (length: number, of: number) => (i: number) => Math.round((i * of) / length)
  const [leftOf, topOf] = [starts(width, from.width), starts(height, from.height)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0]
      for (let row = topOf(y); row < topOf(y + 1); row++)
        for (let column = leftOf(x); column < leftOf(x + 1); column++)
          for (const [i, value] of premultiplied(from.pixels, (row * from.width + column) * 4).entries())
            sum[i] = (sum[i] ?? 0) + value
      const alpha = sum[3] ?? 0
      const count = (topOf(y + 1) - topOf(y)) * (leftOf(x + 1) - leftOf(x))
      const color = sum.slice(0, 3).map(value => (alpha === 0 ? 0 : (value * 255) / alpha))
      pixels.set([...color, alpha / count].map(Math.round), (y * width + x) * 4)
    }
  return { width, height, pixels }
}

function pixelsDiffer(from: Drawn, to: Drawn, { kind, lossless }: Product, tolerance: number): string | null {
  if (from.width !== to.width || from.height !== to.height) return `is ${to.width} × ${to.height}`
  const flattened = kind === 'crop' ? onWhite(from.pixels) : from.pixels
  const isRedacted = (x: number, y: number) =>
    kind === 'redaction' &&
    x >= Math.floor(REDACTED.x * from.width) - CELL &&
    y >= Math.floor(REDACTED.y * from.height) - CELL
  const most = lossless
    ? greatest(from, flattened, to.pixels, isRedacted)
    : greatestOfCells(from, flattened, to.pixels, isRedacted)
  return most.by > (lossless ? EXACT : tolerance)
    ? `differs by ${Math.round(most.by)} at ${most.x},${most.y}: ${most.is}, the original ${most.was}`
    : null
}

interface Greatest {
  by: number
  x: number
  y: number
  is: string
  was: string
}
type Skips = (x: number, y: number) => boolean

/**
 * Returns the pixel with the greatest difference in one channel. Colors are first multiplied by their
 * opacity.
 */
function greatest({ width }: Drawn, from: Buffer, to: Buffer, skips: Skips): Greatest {
  const found: Greatest = { by: 0, x: 0, y: 0, is: '', was: '' }
  for (let at = 0; at < from.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    if (skips(x, y)) continue
    consider(found, x, y, premultiplied(from, at), premultiplied(to, at))
  }
  return found
}

/**
 * Returns the cell whose mean color has the greatest difference in one channel. The edges of a cell do not
 * count.
 */
function greatestOfCells({ width, height }: Drawn, from: Buffer, to: Buffer, skips: Skips): Greatest {
  const found: Greatest = { by: 0, x: 0, y: 0, is: '', was: '' }
  const [side, inset] = Math.min(width, height) < CELL ? [1, 0] : [CELL, CELL / 4]
  for (let top = 0; top + side <= height; top += side)
    for (let left = 0; left + side <= width; left += side) {
      if (skips(left, top)) continue
      const mean = (pixels: Buffer) => {
        const sum = [0, 0, 0, 0]
        const inner = side - 2 * inset
        for (let y = top + inset; y < top + inset + inner; y++)
          for (let x = left + inset; x < left + inset + inner; x++)
            for (const [i, value] of premultiplied(pixels, (y * width + x) * 4).entries())
              sum[i] = (sum[i] ?? 0) + value / inner ** 2
        return sum
      }
      consider(found, left, top, mean(from), mean(to))
    }
  return found
}

function consider(found: Greatest, x: number, y: number, was: number[], is: number[]): void {
  const by = Math.max(...was.map((value, i) => Math.abs(value - (is[i] ?? 0))))
  const text = (values: number[]) => values.map(Math.round).join(' ')
  if (by > found.by) Object.assign(found, { by, x, y, is: text(is), was: text(was) })
}

function premultiplied(pixels: Buffer, at: number): number[] {
  const alpha = pixels[at + 3] ?? 0
  return [0, 1, 2].map(i => ((pixels[at + i] ?? 0) * alpha) / 255).concat(alpha)
}

function onWhite(pixels: Buffer): Buffer {
  const flat = Buffer.from(pixels)
  for (let at = 0; at < flat.length; at += 4) {
    const alpha = (flat[at + 3] ?? 0) / 255
    for (const i of [0, 1, 2]) flat[at + i] = Math.round((flat[at + i] ?? 0) * alpha + 255 * (1 - alpha))
    flat[at + 3] = 255
  }
  return flat
}
