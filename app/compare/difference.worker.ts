import { createChangeMap, type Change } from './changes'
import { differenceBands } from './difference'
import { paddedSize } from './pair'

/** The addresses of the two pictures. */
export interface DifferenceQuestion {
  left: string
  right: string
}

export type DifferenceAnswer =
  /** Rows of the mask, ready to draw. */
  | { type: 'band'; y: number; rows: number; width: number; bitmap: ImageBitmap; done: number }
  | { type: 'done'; changed: number; slight: number; total: number; changes: Change[] }
  | { type: 'failed' }

const answer = (message: DifferenceAnswer, transfer: Transferable[] = []) =>
  globalThis.postMessage(message, { transfer })

async function pictureAt(address: string): Promise<{ bitmap: ImageBitmap; lossless: boolean }> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(String(response.status))
  const data = await response.blob()
  return {
    bitmap: await createImageBitmap(data, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }),
    lossless: data.type === 'image/png',
  }
}

async function compare({ left, right }: DifferenceQuestion) {
  const [one, other] = await Promise.all([pictureAt(left), pictureAt(right)])
  const size = paddedSize(one.bitmap, other.bitmap)
  const read = (picture: ImageBitmap, y: number, rows: number) => {
    const canvas = new OffscreenCanvas(size.width, rows).getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('no canvas')
    canvas.drawImage(picture, 0, -y)
    return canvas.getImageData(0, 0, size.width, rows).data
  }
  const map = createChangeMap(size.width)
  let changed = 0
  let slight = 0
  const readBoth = (from: number, count: number): [Uint8ClampedArray, Uint8ClampedArray] => [
    read(one.bitmap, from, count),
    read(other.bitmap, from, count),
  ]
  for (const { y, rows, mask, slight: more } of differenceBands(size, readBoth, {
    exact: one.lossless && other.lossless,
  })) {
    changed += map.add(mask, y)
    slight += more
    const bitmap = await createImageBitmap(new ImageData(mask, size.width, rows))
    answer({ type: 'band', y, rows, width: size.width, bitmap, done: (y + rows) / size.height }, [bitmap])
  }
  answer({ type: 'done', changed, slight, total: size.width * size.height, changes: map.regions() })
}

globalThis.onmessage = (event: MessageEvent<DifferenceQuestion>) => {
  compare(event.data).catch(() => answer({ type: 'failed' }))
}
