import { createChangeMap, type Change } from './changes'
import { differenceBands } from './difference'
import { paddedSize } from './pair'

/** The addresses of the two pictures. */
export interface DifferenceQuestion { left: string, right: string }

export type DifferenceAnswer
  /** Rows of the mask, ready to draw. */
  = | { type: 'band', y: number, rows: number, width: number, bitmap: ImageBitmap, done: number }
    | { type: 'done', changed: number, total: number, changes: Change[] }
    | { type: 'failed' }

const answer = (message: DifferenceAnswer, transfer: Transferable[] = []) => globalThis.postMessage(message, { transfer })

async function pictureAt(address: string): Promise<ImageBitmap> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(String(response.status))
  return createImageBitmap(await response.blob(), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' })
}

async function compare({ left, right }: DifferenceQuestion) {
  const pictures = await Promise.all([pictureAt(left), pictureAt(right)])
  const size = paddedSize(...pictures)
  const read = (picture: ImageBitmap, y: number, rows: number) => {
    const canvas = new OffscreenCanvas(size.width, rows).getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('no canvas')
    canvas.drawImage(picture, 0, -y)
    return canvas.getImageData(0, 0, size.width, rows).data
  }
  const map = createChangeMap(size.width)
  let changed = 0
  for (const { y, rows, mask } of differenceBands(size, (from, count) => [read(pictures[0], from, count), read(pictures[1], from, count)])) {
    changed += map.add(mask, y)
    const bitmap = await createImageBitmap(new ImageData(mask, size.width, rows))
    answer({ type: 'band', y, rows, width: size.width, bitmap, done: (y + rows) / size.height }, [bitmap])
  }
  answer({ type: 'done', changed, total: size.width * size.height, changes: map.regions() })
}

globalThis.onmessage = (event: MessageEvent<DifferenceQuestion>) => {
  compare(event.data).catch(() => answer({ type: 'failed' }))
}
