import sharp from 'sharp'
import { compareImages } from '#shared/difference/compare'
import { expect, test } from '../../support/browser/e2e'

const size = { width: 600, height: 160 }
const sentence = 'The quick brown fox jumps over the lazy dog, 12 px'

interface Shown {
  /** The number of pixels by which all text is shifted to the right. */
  shift?: number
  /** The text of the first line. */
  text?: string
  /** Additional CSS of the second line. */
  style?: string
}

const themes = {
  'dark on light': 'color: #222; background: #fff; font-family: sans-serif',
  'light on dark': 'color: #ddd; background: #15181f; font-family: sans-serif',
  'blue on yellow with serifs': 'color: #1f57d6; background: #fff7e0; font-family: serif',
  'bold with one width': 'color: #222; background: #fff; font-family: monospace; font-weight: 600',
}

for (const [theme, css] of Object.entries(themes)) {
  test(`text that moved slightly is no change, other text or color is: ${theme}`, async ({ page }) => {
    await page.setViewportSize(size)
    const draw = async ({ shift = 0, text = sentence, style = '' }: Shown = {}) => {
      const line = (top: number, content: string, more: string) =>
        `<p style="top:${top}px;transform:translateX(${shift}px);${more}">${content}</p>`
      await page.setContent(
        `<style>body{margin:0;${css}}p{position:absolute;left:10px;margin:0;width:560px}</style>` +
          line(20, text, 'font-size:12px') +
          line(60, sentence, `font-size:12px;opacity:.5;${style}`) +
          line(100, sentence, 'font-size:16px;opacity:.7'),
      )
      return sharp(await page.screenshot())
        .ensureAlpha()
        .raw()
        .toBuffer()
    }
    const base = await draw()
    /** Compares the picture that the browser draws with the unchanged page, at the default threshold. */
    const changedBy = async (shown: Shown, threshold: number | null = null) => {
      const other = await draw(shown)
      const rowsOf = (data: Buffer, y: number, rows: number) =>
        Uint8ClampedArray.from(data.subarray(y * size.width * 4, (y + rows) * size.width * 4))
      const { changed, changes } = await compareImages(
        size,
        (y, rows) => [rowsOf(base, y, rows), rowsOf(other, y, rows)],
        { threshold, isLossless: true },
      )
      return { changed, regions: changes.length }
    }
    for (const shift of [0.1, 0.2, 0.25]) {
      expect((await changedBy({ shift }, 0)).changed).toBeGreaterThan(500)
      expect(await changedBy({ shift })).toEqual({ changed: 0, regions: 0 })
    }
    const others: Shown[] = [
      { text: sentence.replace('lazy', 'iazy') },
      { text: sentence.replace(',', '.') },
      { text: sentence.replace('lazy', 'lozy'), shift: 0.2 },
      { style: 'opacity:.55' },
      { style: 'color:#b33' },
      { style: 'text-decoration:underline' },
    ]
    for (const shown of others)
      expect((await changedBy(shown)).regions, JSON.stringify(shown)).toBeGreaterThan(0)
  })
}
