import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, it } from 'vitest'
import { placeShape } from '#shared/annotation/shapes'
import { markedPicture } from '~~/server/media/image/marked-picture'
import { deriveImage } from '~~/server/media/image/derive'
import { fileSource } from '~~/server/bytes/byte-source'
import { median, printRow } from './support/rows'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-bench-'))
  file = join(folder, 'screenshot.png')
  // The picture resembles a screenshot: it has flat areas, edges and some texture.
  const boxes = Array.from({ length: 60 }, (_, i) => ({
    input: {
      create: {
        width: 300,
        height: 120,
        channels: 3 as const,
        background: { r: i * 4, g: 200 - i * 3, b: (i * 37) % 255 },
      },
    },
    left: (i * 211) % 3500,
    top: (i * 97) % 2000,
  }))
  const texture = {
    input: await sharp({
      create: {
        width: 900,
        height: 600,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 20 },
      },
    })
      .png()
      .toBuffer(),
    left: 1500,
    top: 800,
  }
  await writeFile(
    file,
    await sharp({ create: { width: 3840, height: 2160, channels: 3, background: '#fafafa' } })
      .composite([...boxes, texture])
      .png()
      .toBuffer(),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1000
}

it('measures how long it takes to make the derivative of a 3840 × 2160 screenshot', async () => {
  const source = await fileSource(file)
  const alone: number[] = []
  const ours: number[] = []
  for (let i = 0; i < 5; i++) {
    alone.push(
      await seconds(() => sharp(file).png({ compressionLevel: 3, adaptiveFiltering: false }).toBuffer()),
    )
    ours.push(await seconds(() => deriveImage(source, 'image/png')))
  }
  process.stdout.write(
    `  derivative of 3840 × 2160: ${median(ours).toFixed(3)} s, ` +
      `${(median(ours) / median(alone)).toFixed(2)} of sharp alone in the same run\n`,
  )
}, 60_000)

it('measures drawings with many marks, as a ratio to few marks', async () => {
  const source = await fileSource(file)
  const drawingOf = (count: number) => {
    const marks = Array.from({ length: count }, (_, number) => ({
      shape: placeShape('point', { x: number / count, y: 0.5, width: 0, height: 0 }),
      number,
    }))
    return () => seconds(() => markedPicture(source, 'image/png', { side: 1024, marks }))
  }
  await printRow({
    name: 'A drawing with 3,000 marks',
    target: '≤ 10',
    unit: ' s',
    measure: drawingOf(3000),
    references: { 'with 30 marks': drawingOf(30) },
  })
}, 60_000)
