// Draws the cards that the server sends instead of evidence that cannot be shown, with Chromium and the font
// Geist. Writes them to server/media/image/cards/. Run it by hand after the wording has changed, because the
// server itself has no fonts and cannot render SVG.
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromiumArgs, findChromium } from './chromium.mjs'

const cards = {
  expired: ['This evidence has expired', 'Its comments and history are kept.'],
  deleted: ['This evidence was deleted', 'Its comments and history are kept.'],
}
const font = await readFile(
  new URL('../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2', import.meta.url),
  'base64',
)

const html = ([title, note]) => `<!doctype html><style>
@font-face { font-family: Geist; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
* { margin: 0 }
body { width: 800px; height: 450px; box-sizing: border-box; display: grid; place-content: center;
  justify-items: center; gap: 10px; background: #f4f4f5; font-family: Geist; color: #3f3f46 }
h1 { font-size: 30px; font-weight: 500; letter-spacing: -0.01em }
p { font-size: 17px; color: #62626b }
footer { position: fixed; bottom: 26px; left: 0; right: 0; text-align: center; font-size: 15px;
  font-weight: 500; color: #71717a }
</style><h1>${title}</h1><p>${note}</p><footer>Exhibit</footer>`

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [...chromiumArgs, '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 800, height: 450 } })
  for (const [state, texts] of Object.entries(cards)) {
    await page.setContent(html(texts))
    await page.evaluate(() => document.fonts.ready)
    // The cards contain only grays. Sixteen grays are enough for smooth letters.
    const png = await sharp(await page.screenshot())
      .png({ palette: true, colors: 16, dither: 0, effort: 10, compressionLevel: 9 })
      .toBuffer()
    await writeFile(
      new URL(`../server/media/image/cards/${state}.ts`, import.meta.url),
      '// Written by scripts/render-placeholders.mjs: a PNG of 800 × 450, in base64, ' +
        `since the build bundles JavaScript alone.\nexport default '${png.toString('base64')}'\n`,
    )
    console.log(`${state}: ${png.length} bytes`)
  }
} finally {
  await browser.close()
}
