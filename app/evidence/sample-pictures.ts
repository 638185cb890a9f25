import { sampleReview as texts } from '~/text/inbox'

/** An image of the sample review. It shows an invented checkout page and is drawn in the browser. */
interface SamplePage {
  width: number
  height: number
  /** Whether the total amount fits into the summary. If not, the image shows the page before the fix. */
  fixed: boolean
}

const INK = '#18181b'
const GRAY = '#71717a'

/**
 * The box around the total amount, in fractions of the desktop page. The comment of the sample review marks
 * it.
 */
export const sampleTotal = { x: 0.665, y: 0.425, width: 0.295, height: 0.12 }

/** Draws a page as a PNG file. */
export async function drawSamplePage(name: string, { width, height, fixed }: SamplePage): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  const isPhone = width < 640
  const margin = isPhone ? 20 : 64
  const fill = (color: string, ...[x, y, w, h]: [number, number, number, number]) => {
    context.fillStyle = color
    context.fillRect(x, y, w, h)
  }
  const write = (text: string, x: number, y: number, size: number, color = INK, weight = 400) => {
    context.fillStyle = color
    context.font = `${weight} ${size}px sans-serif`
    context.fillText(text, x, y)
  }

  fill('#fafafa', 0, 0, width, height)
  fill('#ffffff', 0, 0, width, 72)
  fill('#e4e4e7', 0, 72, width, 1)
  write(texts.picture.shop, margin, 45, 22, INK, 600)
  write(texts.picture.checkout, margin, 140, isPhone ? 28 : 34, INK, 600)
  const products = [
    [texts.picture.lamp, '€ 89.00', '#f59e0b'],
    [texts.picture.shelf, '€ 240.00', '#84cc16'],
    [texts.picture.rug, '€ 955.00', '#0ea5e9'],
  ] as const
  const listWidth = isPhone ? width - 2 * margin : 700
  products.forEach(([title, price, color], index) => {
    const y = 180 + index * 112
    fill('#ffffff', margin, y, listWidth, 96)
    fill(color, margin + 16, y + 16, 64, 64)
    write(title, margin + 100, y + 46, isPhone ? 16 : 20)
    write(price, margin + 100, y + 74, 16, GRAY)
  })
  const x = isPhone ? margin : 840
  const y = isPhone ? 530 : 180
  const summaryWidth = width - x - margin
  fill('#ffffff', x, y, summaryWidth, 300)
  write(texts.picture.subtotal, x + 24, y + 52, 18, GRAY)
  write('€ 1,284.00', x + summaryWidth - 124, y + 52, 18)
  write(texts.picture.shipping, x + 24, y + 92, 18, GRAY)
  write(texts.picture.free, x + summaryWidth - 64, y + 92, 18)
  fill('#e4e4e7', x + 24, y + 120, summaryWidth - 48, 1)
  const total = fixed ? 26 : 44
  write(texts.picture.total, x + 24, y + 180, total, INK, 600)
  // Before the fix, the amount is too large for the summary and wraps to a second line.
  if (fixed) write('€ 1,284.00', x + summaryWidth - 166, y + 180, total, INK, 600)
  else {
    write('€ 1,28', x + summaryWidth - 150, y + 166, total, INK, 600)
    write('4.00', x + summaryWidth - 150, y + 206, total, INK, 600)
  }
  fill('#15803d', x + 24, y + 224, summaryWidth - 48, 52)
  write(texts.picture.pay, x + summaryWidth / 2 - 36, y + 257, 18, '#ffffff', 600)

  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser cannot encode a PNG file.')
  return new File([blob], name, { type: 'image/png' })
}
