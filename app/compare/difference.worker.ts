import { createChangeMap, type Change } from './changes'
import { areDark, differenceBands, LOSSY_THRESHOLD, type PixelBox } from './difference'
import { paddedSize } from './pair'

/** How two images are compared. */
export interface DifferenceSettings {
  /**
   * From 0 to 1: colours that differ by less count as equal. 0: every difference counts. Null: every
   * difference between lossless images, else what compression does not explain.
   */
  threshold: number | null
  /** Regions whose pixels count as equal. */
  ignored: PixelBox[]
}

/** The message that starts the worker: the addresses of two images, and how to compare them. */
export interface DifferenceRequest extends DifferenceSettings {
  left: string
  right: string
}

/** The messages that the worker posts: one `loaded`, bands from the top down, one `done`; or one `failed`. */
export type DifferenceMessage =
  /** The images are loaded. */
  | { type: 'loaded'; isDark: boolean }
  /** Rows of the mask, ready to draw. `progress`: from 0 to 1. */
  | { type: 'band'; y: number; rows: number; width: number; bitmap: ImageBitmap; progress: number }
  | { type: 'done'; changed: number; belowThreshold: number; total: number; changes: Change[] }
  | { type: 'failed' }

const post = (message: DifferenceMessage, transfer: Transferable[] = []) =>
  globalThis.postMessage(message, { transfer })

async function loadImage(address: string): Promise<{ bitmap: ImageBitmap; lossless: boolean }> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The image could not be loaded: ${response.status}.`)
  const data = await response.blob()
  return {
    bitmap: await createImageBitmap(data, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }),
    lossless: data.type === 'image/png',
  }
}

/** Pixels: the side of the square that an image is scaled to before its lightness is measured. */
const SMALL = 64

function readSmall(image: ImageBitmap) {
  const canvas = new OffscreenCanvas(SMALL, SMALL).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('The browser provides no 2D canvas.')
  canvas.imageSmoothingQuality = 'high'
  canvas.drawImage(image, 0, 0, SMALL, SMALL)
  return canvas.getImageData(0, 0, SMALL, SMALL).data
}

async function compare({ left, right, threshold, ignored }: DifferenceRequest) {
  const images = await Promise.all([loadImage(left), loadImage(right)])
  const size = paddedSize(images[0].bitmap, images[1].bitmap)
  const isDark = areDark(...images.map(each => readSmall(each.bitmap)))
  post({ type: 'loaded', isDark })
  const readRows = (image: ImageBitmap, y: number, rows: number) => {
    const canvas = new OffscreenCanvas(size.width, rows).getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('The browser provides no 2D canvas.')
    canvas.drawImage(image, 0, -y)
    return canvas.getImageData(0, 0, size.width, rows).data
  }
  const readBoth = (y: number, rows: number): [Uint8ClampedArray, Uint8ClampedArray] => [
    readRows(images[0].bitmap, y, rows),
    readRows(images[1].bitmap, y, rows),
  ]
  const bands = differenceBands(size, readBoth, {
    exact: threshold === null ? images.every(each => each.lossless) : threshold === 0,
    threshold: threshold ?? LOSSY_THRESHOLD,
    ignored,
    isDark,
  })
  const map = createChangeMap(size.width)
  let changed = 0
  let belowThreshold = 0
  for (const band of bands) {
    const { y, rows } = band
    changed += map.add(band.mask, y)
    belowThreshold += band.belowThreshold
    const bitmap = await createImageBitmap(new ImageData(band.mask, size.width, rows))
    post({ type: 'band', y, rows, width: size.width, bitmap, progress: (y + rows) / size.height }, [bitmap])
  }
  const total = size.width * size.height
  post({ type: 'done', changed, belowThreshold, total, changes: map.regions() })
}

globalThis.onmessage = (event: MessageEvent<DifferenceRequest>) => {
  compare(event.data).catch(() => post({ type: 'failed' }))
}
