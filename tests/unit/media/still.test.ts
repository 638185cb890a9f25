import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { thumbnail } from '~~/server/media/image/derive'
import { placeholderCard } from '~~/server/media/image/placeholder'
import { playMark } from '~~/server/media/image/play-mark'
import { derivePoster } from '~~/server/media/image/poster'
import { noise, picture, pngImage } from '../../support/media/samples'
import { failureOf, sourceOf } from './sources'

describe('a thumbnail', () => {
  it('a thumbnail has the requested width, and is never larger than the picture', async () => {
    const wide = await sharp(
      await thumbnail(await sourceOf(await pngImage(1000, 500)), 'image/png', 320),
    ).metadata()
    expect([wide.format, wide.width, wide.height]).toEqual(['webp', 320, 160])
    const small = await sharp(
      await thumbnail(await sourceOf(await pngImage(100, 50)), 'image/png', 320),
    ).metadata()
    expect(small.width).toBe(100)
  })

  it.each([
    ['a phone screenshot', 390, 844, 693],
    ['a picture 2.5 times as high as wide', 400, 1000, 800],
    ['one row more', 400, 1001, 512],
    ['the screenshot of a whole page', 1280, 16_000, 512],
  ])('a thumbnail of %s shows the whole picture or its top part', async (_, width, height, expected) => {
    const made = await thumbnail(await sourceOf(await pngImage(width, height)), 'image/png', 320)
    expect(await sharp(made).metadata()).toMatchObject({ width: 320, height: expected })
  })

  it('a thumbnail of a phone screenshot includes the bottom of the screenshot', async () => {
    const bottom = await sharp({ create: { width: 390, height: 844, channels: 3, background: '#0000ff' } })
      .composite([
        {
          input: { create: { width: 390, height: 84, channels: 3, background: '#ff0000' } },
          left: 0,
          top: 760,
        },
      ])
      .png()
      .toBuffer()
    const { data, info } = await sharp(await thumbnail(await sourceOf(bottom), 'image/png', 320))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[data.length - 3 * info.width]).toBeGreaterThan(200)
  })

  it('a thumbnail of a very tall picture shows only the top of the picture', async () => {
    const top = await sharp({ create: { width: 640, height: 9000, channels: 3, background: '#0000ff' } })
      .composite([
        {
          input: { create: { width: 640, height: 1024, channels: 3, background: '#ff0000' } },
          left: 0,
          top: 0,
        },
      ])
      .png()
      .toBuffer()
    const { data, info } = await sharp(await thumbnail(await sourceOf(top), 'image/png', 320))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([320, 512])
    expect(data[data.length - 3 * info.width]).toBeGreaterThan(200)
  })
})

describe('a poster', () => {
  const blue = () => sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#0000ff' } })
  const colors = async (file: Buffer) => {
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    return (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
  }

  it('a poster has a play mark in the middle', async () => {
    const poster = await derivePoster(await sourceOf(await blue().png().toBuffer()), 'image/png')
    expect([poster.width, poster.height]).toEqual([1280, 720])
    const at = await colors(poster.data)
    expect(Math.min(...at(640, 360))).toBeGreaterThan(240)
    expect(at(10, 10)[2]).toBeGreaterThan(240)
    expect(Math.max(...at(640, 335))).toBeLessThan(140)
    // The mark has at most 64 pixels, however large the poster is.
    expect(
      [at(640, 325), at(640, 395), at(605, 360), at(675, 360)].map(each => (each[2] ?? 0) > 200),
    ).toEqual(Array(4).fill(true))
  })

  it('a poster for thumbnails can be made without a play mark', async () => {
    const at = await colors(
      (await derivePoster(await sourceOf(await blue().png().toBuffer()), 'image/png', { playMark: false }))
        .data,
    )
    expect(at(640, 360)[0]).toBeLessThan(10)
  })

  it('a poster has at most 1 MiB, and no metadata', async () => {
    const loud = await noise(3000, 3000)
      .withExif({ IFD0: { Artist: 'Photographer' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer()
    const poster = await derivePoster(await sourceOf(loud), 'image/jpeg')
    expect(poster).toMatchObject({ mime: 'image/jpeg', width: 1280, height: 1280 })
    expect(poster.data.length).toBeLessThanOrEqual(1024 * 1024)
    expect((await sharp(poster.data).metadata()).exif).toBeUndefined()
  })

  it('a poster can be made from very small stills, and from transparent stills', async () => {
    for (const [width, height] of [
      [1, 1],
      [30, 9],
      [9, 30],
    ] as const)
      expect(
        await derivePoster(await sourceOf(await picture(width, height, 4).png().toBuffer()), 'image/png'),
      ).toMatchObject({ width, height })
  })

  it('a poster cannot be made from a still that cannot be decoded', async () => {
    const cut = (await noise(100, 100).png().toBuffer()).subarray(0, 9000)
    expect(await failureOf(derivePoster(await sourceOf(cut), 'image/png'))).toMatchObject({
      reason: 'undecodable',
    })
  })
})

describe('the play mark', () => {
  it('the play mark is smooth at its edge, transparent outside and white inside', () => {
    const mark = playMark(40)
    const alphas = new Set(mark.filter((_, i) => i % 4 === 3))
    expect(alphas.size).toBeGreaterThan(5)
    expect(mark[3]).toBe(0)
    expect([...mark.subarray((20 * 40 + 19) * 4, (20 * 40 + 19) * 4 + 4)]).toEqual([255, 255, 255, 255])
  })
})

describe('a placeholder card', () => {
  it.each(['expired', 'deleted'] as const)(
    'a placeholder card for %s evidence has 800 × 450 pixels, or fewer if requested',
    async state => {
      const { format, width, height } = await sharp(await placeholderCard(state)).metadata()
      expect([format, width, height]).toEqual(['png', 800, 450])
      const narrow = await sharp(await placeholderCard(state, { width: 320 })).metadata()
      expect([narrow.format, narrow.width, narrow.height]).toEqual(['png', 320, 180])
      expect(await placeholderCard(state, { width: 5000 })).toEqual(await placeholderCard(state))
    },
  )

  it('the placeholder cards for evidence in different states differ', async () => {
    expect(await placeholderCard('expired')).not.toEqual(await placeholderCard('deleted'))
  })
})
