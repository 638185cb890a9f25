import { knownPixels, readingOf } from './canvas-noise'
import { haveSameBytes, isLosslessFile, loadFile } from './compared-file'
import { tintRows } from './tint'
import type { ComparisonSettings } from '#shared/contract/comparison'
import { compareImages, type ImageDifference } from '#shared/difference/compare'
import { areDark, LOSSY_THRESHOLD } from '#shared/difference/difference-bands'
import { paddedSize } from '#shared/difference/padded-size'

/** The message that starts the worker. It contains the URLs of two images, and the settings. */
export interface DifferenceRequest extends ComparisonSettings {
  left: string
  right: string
  /** Whether the tinted changes are drawn and sent in bands; by default, they are. */
  drawn?: boolean
}

/**
 * The messages that the worker posts: one `loaded`, then bands from top to bottom, then one `done`; or one
 * `failed`.
 */
export type DifferenceMessage =
  /** Both images are loaded. `isDark`: whether they are dark. */
  | { type: 'loaded'; isDark: boolean }
  /** Some rows of the tinted changes, ready to be drawn. `progress` is from 0 to 1. */
  | { type: 'band'; y: number; rows: number; width: number; bitmap: ImageBitmap; progress: number }
  | (ImageDifference & {
      type: 'done'
      /** Whether the browser changes the pixels that it reads. Small differences are then not counted. */
      isNoisy: boolean
    })
  /** `isHidden`: the browser does not let pages read the pixels of images. */
  | { type: 'failed'; isHidden: boolean }

const post = (message: DifferenceMessage, transfer: Transferable[] = []) =>
  globalThis.postMessage(message, { transfer })

const UNCHANGED: ImageBitmapOptions = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }

/** Pixels: the side of the square to which an image is scaled before its lightness is measured. */
const SMALL = 64

function readSmall(image: ImageBitmap) {
  const canvas = new OffscreenCanvas(SMALL, SMALL).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('The browser provides no 2D canvas.')
  canvas.imageSmoothingQuality = 'high'
  canvas.drawImage(image, 0, 0, SMALL, SMALL)
  return canvas.getImageData(0, 0, SMALL, SMALL).data
}

/** Reads rows of an image, and pads them with transparent pixels to a width. */
function readRows(image: ImageBitmap, width: number, y: number, rows: number) {
  const canvas = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('The browser provides no 2D canvas.')
  canvas.drawImage(image, 0, -y)
  return canvas.getImageData(0, 0, width, rows).data
}

async function readingOfCanvas() {
  const known = knownPixels()
  const image = await createImageBitmap(known, UNCHANGED)
  return readingOf(known.data, readRows(image, image.width, 0, image.height))
}

async function compare({ left, right, threshold, ignored, drawn = true }: DifferenceRequest) {
  const files = await Promise.all([loadFile(left), loadFile(right)])
  const [one, other] = await Promise.all([
    createImageBitmap(files[0], UNCHANGED),
    createImageBitmap(files[1], UNCHANGED),
  ])
  const size = paddedSize(one, other)
  const isDark = areDark(readSmall(one), readSmall(other))
  post({ type: 'loaded', isDark })
  const total = size.width * size.height
  // Files with the same bytes are the same image, even if the browser reads the pixels with noise.
  if (await haveSameBytes(...files))
    return post({ type: 'done', changed: 0, belowThreshold: 0, total, changes: [], isNoisy: false })
  const reading = await readingOfCanvas()
  if (reading === 'hidden') return post({ type: 'failed', isHidden: true })
  const isNoisy = reading === 'noisy'
  const readBoth = (y: number, rows: number): [Uint8ClampedArray, Uint8ClampedArray] => [
    readRows(one, size.width, y, rows),
    readRows(other, size.width, y, rows),
  ]
  const { belowThreshold, ...difference } = await compareImages(
    size,
    readBoth,
    {
      threshold: isNoisy && threshold !== null ? Math.max(threshold, LOSSY_THRESHOLD) : threshold,
      isLossless: !isNoisy && (await Promise.all(files.map(isLosslessFile))).every(Boolean),
      ignored,
      isDark,
      findsMoves: !isNoisy,
    },
    drawn
      ? async ({ y, rows, mask }) => {
          const [older, newer] = readBoth(y, rows)
          const drawn = tintRows(mask, { older, newer, width: size.width, y, isDark })
          const bitmap = await createImageBitmap(new ImageData(drawn, size.width, rows))
          const progress = (y + rows) / size.height
          post({ type: 'band', y, rows, width: size.width, bitmap, progress }, [bitmap])
        }
      : undefined,
  )
  post({ type: 'done', ...difference, belowThreshold: isNoisy ? 0 : belowThreshold, isNoisy })
}

globalThis.onmessage = (event: MessageEvent<DifferenceRequest>) => {
  compare(event.data).catch(() => post({ type: 'failed', isHidden: false }))
}
