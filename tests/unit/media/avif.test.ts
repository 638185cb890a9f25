import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deriveImage } from '~~/server/media/image/derive'
import { pictureDifference } from '~~/server/media/image/difference'
import {
  avif,
  auxC,
  coded,
  fullBox,
  irot,
  ispe,
  itemOf,
  box,
  u32,
  type Coded,
} from '../../media-truth/files/avif-writer'
import { cells, HEIGHT, WIDTH } from '../../media-truth/files/file'
import { failureOf, sourceOf } from './sources'

const { color, alpha } = await coded({ quality: 95 }, { alpha: 'hard' })
const derive = async (data: Buffer) => deriveImage(await sourceOf(data), 'image/avif')
const refusalOf = async (data: Buffer) => failureOf(derive(data))

/**
 * Returns the configuration and the sequence header of an AV1 image (AV1, 5.5) with three channels of 8 or 10
 * bits. The header states a size; the frame after it does not decode.
 */
function claiming(width: number, height: number, { isDeep = false, color = '1' } = {}): Coded {
  const number = (value: number, bits: number) => value.toString(2).padStart(bits, '0')
  const size = `11111111${number(width - 1, 16)}${number(height - 1, 16)}`
  const header = `00111${'00000'}${size}000000${isDeep ? 1 : 0}0${color}001`
  const bytes = Buffer.from(
    (header.padEnd(Math.ceil(header.length / 8) * 8, '0').match(/.{8}/g) ?? []).map(each =>
      parseInt(each, 2),
    ),
  )
  const sequence = Buffer.concat([Buffer.from([0x0a, bytes.length]), bytes])
  const av1C = box('av1C', Buffer.from([0x81, 0x20, isDeep ? 0x40 : 0, 0]))
  return { data: Buffer.concat([sequence, Buffer.from([0x32, 4, 1, 2, 3, 4])]), av1C, width, height }
}
const still = (part: Coded) => avif({ items: [itemOf(part)] })

describe('an AVIF', () => {
  it('the derivative of an AVIF is a lossy WebP with the transparency of the original', async () => {
    const made = await derive(
      avif({ items: [itemOf(color), itemOf(alpha, [auxC])], references: [['auxl', 2, [1]]] }),
    )
    expect(made).toMatchObject({ mime: 'image/webp', width: WIDTH, height: HEIGHT, lossless: false })
    const opacity = await sharp(made.data).extractChannel(3).raw().toBuffer()
    const expected = cells({ alpha: 'hard' }).filter((_, at) => at % 4 === 3)
    expect(opacity.equals(Buffer.from(expected))).toBe(true)
  })

  it('the size of a turned AVIF is the size of the upright picture', async () => {
    const { original } = await derive(avif({ items: [itemOf(color, [irot(1)])] }))
    expect(original).toEqual({ width: HEIGHT, height: WIDTH })
  })

  it('small differences of colors between two AVIF pictures do not count as a change', async () => {
    const of = async (level: number) => ({
      mime: 'image/avif' as const,
      source: await sourceOf(
        await sharp({
          create: { width: 64, height: 64, channels: 3, background: { r: level, g: 90, b: 90 } },
        })
          .avif({ quality: 90 })
          .toBuffer(),
      ),
    })
    const settings = { threshold: 0.1, ignored: [] }
    expect(await pictureDifference(await of(90), await of(91), settings)).toMatchObject({ changedPercent: 0 })
    expect(await pictureDifference(await of(90), await of(200), settings)).toMatchObject({
      changedPercent: 100,
    })
  })
})

describe('an AVIF that is refused', () => {
  it.each([
    [10_000, 10_000, 'undecodable'],
    [10_001, 10_000, 'too_many_pixels'],
    [65_536, 65_536, 'too_many_pixels'],
  ])('an AVIF that states %i × %i pixels is refused as %s', async (width, height, reason) => {
    expect(await refusalOf(avif({ items: [itemOf({ ...color, width, height })] }))).toMatchObject({ reason })
  })

  it.each([
    // A pixel takes two times three bytes. With more than 8 bits per channel, it takes twice as many.
    [8164, false, 'undecodable'],
    [8166, false, 'too_many_pixels'],
    [5773, true, 'undecodable'],
    [5774, true, 'too_many_pixels'],
  ])('an AVIF of %i pixels a side, with 10 bits: %s, is refused as %s', async (side, isDeep, reason) => {
    expect(await refusalOf(still(claiming(side, side, { isDeep })))).toMatchObject({ reason })
  })

  it.each([
    ['larger', WIDTH + 1],
    ['smaller', WIDTH - 1],
  ])('an AVIF is refused if its coded image is %s than its stated size', async (_, width) => {
    expect(await refusalOf(avif({ items: [itemOf({ ...color, width })] }))).toMatchObject({
      reason: 'undecodable',
    })
  })

  it('the tiles of an AVIF together may have at most 100 million pixels', async () => {
    const grid = (width: number, height: number) =>
      avif({
        items: [
          itemOf({ ...color, width, height }, [], true),
          {
            type: 'grid',
            data: Buffer.from([0, 1, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64]),
            properties: [ispe(64, 64)],
          },
        ],
        primary: 2,
        references: [['dimg', 2, [1]]],
      })
    expect(await refusalOf(grid(10_000, 10_000))).toMatchObject({ reason: 'undecodable' })
    expect(await refusalOf(grid(10_000, 10_001))).toMatchObject({ reason: 'too_many_pixels' })
  })

  it('an AVIF of 100 tiles is accepted, unless all tiles are the same bytes of the file', async () => {
    const tiles = (count: number, areSame: boolean) => {
      const items = Array.from({ length: areSame ? 1 : count }, () => itemOf(color, [], true))
      const data = Buffer.concat([Buffer.from([0, 1, 0, count - 1]), u32(WIDTH * count), u32(HEIGHT)])
      const ids = Array.from({ length: count }, (_, i) => (areSame ? 1 : i + 1))
      return avif({
        items: [...items, { type: 'grid', data, properties: [ispe(WIDTH * count, HEIGHT)] }],
        primary: items.length + 1,
        references: [['dimg', items.length + 1, ids]],
      })
    }
    await expect(derive(tiles(100, false))).resolves.toMatchObject({ width: WIDTH * 100 })
    expect(await refusalOf(tiles(100, true))).toMatchObject({ reason: 'undecodable' })
  })

  it('an image of another codec is refused with an error that names it, whatever its brand is', async () => {
    const file = avif({ items: [{ ...itemOf(color), type: 'hvc1' }], brands: ['avif', 'mif1', 'heic'] })
    expect(await refusalOf(file)).toMatchObject({
      message: 'The image is a HEIC image, which is not accepted.',
      hint: 'Export it as PNG or JPEG.',
    })
    const jpeg = avif({ items: [{ ...itemOf(color), type: 'jpeg' }] })
    expect(await refusalOf(jpeg)).toMatchObject({ message: expect.stringContaining('not coded as AV1') })
  })

  it('an animated AVIF is refused with an error that names it, even without its brand', async () => {
    const file = avif({ items: [itemOf(color)], after: box('moov', Buffer.alloc(0)) })
    expect(await refusalOf(file)).toMatchObject({
      message: 'The image is an animated AVIF, which is not accepted.',
      hint: 'Export it as an animated WebP or GIF, or as MP4 (H.264).',
    })
  })

  it.each([
    ['several layers', { ...color, data: Buffer.concat([color.data, color.data.subarray(2)]) }],
    ['limited range', null],
  ])('an AVIF with %s is refused, and the error states this reason', async (what, part) => {
    const clear = claiming(WIDTH, HEIGHT, { color: '0' })
    const file = part
      ? still(part)
      : avif({ items: [itemOf(color), itemOf(clear, [auxC])], references: [['auxl', 2, [1]]] })
    expect(await refusalOf(file)).toMatchObject({
      message: expect.stringContaining(what),
      hint: 'Export it as PNG, WebP or JPEG.',
    })
  })

  it('an AVIF that requires an unknown property is refused', async () => {
    const file = avif({ items: [itemOf(color, [fullBox('abcd', 0)])] })
    expect(await refusalOf(file)).toMatchObject({ message: expect.stringContaining('"abcd"') })
  })

  it('an AVIF that is cut at any position is refused', async () => {
    const file = avif({ items: [itemOf(color)] })
    for (let length = 40; length < file.length; length += 7)
      expect(await refusalOf(file.subarray(0, length))).toMatchObject({ name: 'MediaError' })
  })
})
