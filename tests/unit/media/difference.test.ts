import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { Mime } from '#shared/contract/media-types'
import { pictureDifference } from '~~/server/media/image/difference'
import { animation, picture, pngImage } from '../../support/media/samples'
import { banner, cards, page, type Page } from '../../support/media/drawn-page'
import { sourceOf } from './sources'

async function compare(before: Buffer, after: Buffer, mime: Mime, settings = {}) {
  const [left, right] = [await sourceOf(before), await sourceOf(after)]
  return pictureDifference(
    { source: left, mime },
    { source: right, mime },
    { threshold: null, ignored: [], ...settings },
  )
}

/** Returns a PNG of one color with this opacity. */
const colored = (color: { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 20, height: 10, channels: 4, background: color } })
    .png()
    .toBuffer()

const plain = (width: number, height: number, background = '#fff') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer()

describe('the difference of two pictures', () => {
  it('equal pixels in different bytes have no difference', async () => {
    const other = await picture(60, 40).png({ compressionLevel: 0 }).toBuffer()
    expect(await compare(await pngImage(60, 40), other, 'image/png')).toEqual({
      changedPercent: 0,
      boxes: [],
    })
  })

  it('a change by one level is a difference of lossless pictures, but not of lossy pictures', async () => {
    const [white, near] = [await plain(200, 200), await plain(200, 200, '#fefeff')]
    expect(await compare(white, near, 'image/png')).toMatchObject({ changedPercent: 100 })
    const asJpeg = (data: Buffer) => sharp(data).jpeg({ quality: 92 }).toBuffer()
    expect(await compare(await asJpeg(white), await asJpeg(near), 'image/jpeg')).toMatchObject({
      changedPercent: 0,
    })
  })

  it('a single changed pixel of a large picture counts as 0.01 percent', async () => {
    const white = await plain(1000, 1000)
    const dot = { input: { create: { width: 1, height: 1, channels: 3 as const, background: '#000' } } }
    const dotted = await sharp(white)
      .composite([{ ...dot, left: 500, top: 500 }])
      .png()
      .toBuffer()
    expect(await compare(white, dotted, 'image/png')).toEqual({
      changedPercent: 0.01,
      boxes: [{ x: 0.5, y: 0.5, width: 0.001, height: 0.001 }],
    })
  })

  it('different colors of invisible pixels are not a difference, but a different opacity is', async () => {
    const [red, blue] = [
      { r: 255, g: 0, b: 0, alpha: 0 },
      { r: 0, g: 0, b: 255, alpha: 0 },
    ]
    expect(await compare(await colored(red), await colored(blue), 'image/png')).toMatchObject({
      changedPercent: 0,
    })
    const faint = await colored({ ...red, alpha: 0.5 })
    expect(await compare(await colored(red), faint, 'image/png')).toMatchObject({ changedPercent: 100 })
  })

  it('pixels of ignored regions are not a difference', async () => {
    const ignored = [{ x: 0, y: 0, width: 90, height: 50 }]
    expect(await compare(await plain(90, 50), await plain(90, 50, '#000'), 'image/png', { ignored })).toEqual(
      { changedPercent: 0, boxes: [] },
    )
  })

  it('a block that moved is one region', async () => {
    const block = await pngImage(96, 64)
    const at = (left: number, top: number) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
        .composite([{ input: block, left, top }])
        .png()
        .toBuffer()
    const moved = await compare(await at(16, 16), await at(240, 176), 'image/png')
    expect(moved?.moved).toBe(1)
    expect(moved?.boxes).toEqual([{ x: 0.04, y: 0.053333, width: 0.8, height: 0.746667 }])
  })

  it('blocks that follow an inserted block are regions too, but do not count as moved', async () => {
    const encoded = ({ pixels, ...size }: Page) =>
      sharp(Buffer.from(pixels.buffer), { raw: { ...size, channels: 4 } })
        .png()
        .toBuffer()
    const tops = [80, 160, 240, 320]
    const content = await encoded(page(420, on => cards(on, tops)))
    const after = await encoded(
      page(489, on => {
        banner(on, 64)
        cards(
          on,
          tops.map(top => top + 69),
        )
      }),
    )
    const difference = await compare(content, after, 'image/png')
    const isIn = (y: number) => difference?.boxes.some(box => box.y <= y && y <= box.y + box.height)
    // The banner begins at 64 of 489 pixels, the cards at 149.
    expect([isIn(0.15), isIn(0.7), difference?.moved]).toEqual([true, true, undefined])
  })

  it('animations are not compared', async () => {
    const frames = await animation(20, 10, 3)
    expect(await compare(frames, frames, 'image/gif')).toBeNull()
  })

  it('pictures are compared up to the limit of pixels, and no larger ones', async () => {
    const height = limits.comparedPixels / 10_000
    const [largest, larger] = [await plain(10_000, height), await plain(10_000, height + 1)]
    expect(await compare(largest, largest, 'image/png')).toEqual({ changedPercent: 0, boxes: [] })
    expect(await compare(larger, larger, 'image/png')).toBeNull()
    expect(await compare(await plain(10, height + 1), await plain(10_000, 10), 'image/png')).toBeNull()
  })
})
