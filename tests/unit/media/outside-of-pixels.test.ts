import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Mime } from '#shared/contract/media-types'
import { decoding } from '~~/server/media/image/decode'
import { deriveImage, thumbnail } from '~~/server/media/image/derive'
import { redactImage } from '~~/server/media/image/redact'
import { apngFiles } from '../../media-truth/files/apng'
import { avifFiles } from '../../media-truth/files/avif'
import { CELL, type TruthFile } from '../../media-truth/files/file'
import { gifFiles } from '../../media-truth/files/gif'
import { jpegFiles } from '../../media-truth/files/jpeg'
import { pngFiles } from '../../media-truth/files/png'
import { webpFiles } from '../../media-truth/files/webp'
import { failureOf, sourceOf } from './sources'

// `tests/media-truth` compares how Chromium displays all of these files, which needs a browser.
const files = [
  ...pngFiles(),
  ...apngFiles(),
  ...gifFiles(),
  ...(await jpegFiles()),
  ...(await webpFiles()),
  ...(await avifFiles()),
]

function fileOf(mime: Mime, name: string): TruthFile {
  const found = files.find(each => each.mime === mime && each.name === name)
  if (!found) throw new Error(`there is no file "${name}"`)
  return found
}

/** Returns the RGBA color in the middle of a cell of a picture. */
async function colorAt(data: Buffer, [column = 0, row = 0]: readonly number[]): Promise<number[]> {
  const { data: pixels, info } = await sharp(data).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = ((row * CELL + CELL / 2) * info.width + column * CELL + CELL / 2) * 4
  return [...pixels.subarray(at, at + 4)]
}

describe('properties of a picture that are stored outside of its pixels', () => {
  it.each([
    ['image/png', 'gAMA 100000', [0, 0], [243, 130, 126, 255]],
    ['image/png', 'gAMA 100000, gray of 16 bits', [1, 1], [137, 137, 137, 255]],
    ['image/png', 'gAMA 45455, cHRM turned', [0, 2], [0, 255, 0, 255]],
    ['image/png', 'gAMA 45455', [0, 0], [229, 57, 53, 255]],
    ['image/png', 'sRGB with gAMA 100000', [0, 0], [229, 57, 53, 255]],
    ['image/png', 'iCCP turned with gAMA 100000', [0, 2], [0, 255, 0, 255]],
    ['image/png', 'iCCP turned behind the palette', [0, 2], [0, 255, 0, 255]],
    ['image/png', 'iCCP turned, rgb of 16 bits', [0, 2], [0, 255, 0, 255]],
    ['image/png', 'cICP P3', [1, 0], [0, 163, 57, 255]],
    ['image/png', 'cICP P3 with iCCP turned', [0, 2], [255, 0, 0, 255]],
    ['image/png', 'cICP P3 behind the palette', [1, 0], [67, 160, 71, 255]],
    ['image/jpeg', 'gray with profile of colors', [1, 1], [137, 137, 137, 255]],
    ['image/jpeg', 'CMYK without profile', [4, 0], [111, 13, 255, 255]],
    ['image/webp', 'animation, ICC turned', [2, 2], [0, 0, 255, 255]],
    ['image/webp', 'lossless with alpha and no flag', [2, 0], [0, 0, 0, 0]],
    ['image/avif', 'ICC turned', [0, 2], [0, 255, 0, 255]],
    ['image/avif', 'nclx P3', [1, 0], [0, 163, 57, 255]],
    ['image/avif', 'nclx with transfer 1', [1, 0], [67, 160, 71, 255]],
    ['image/avif', 'second image is the primary one', [0, 0], [229, 57, 53, 255]],
    ['image/avif', 'turned by 2', [5, 3], [229, 57, 53, 255]],
    ['image/gif', 'smaller than the screen', [0, 0], [0, 0, 0, 0]],
    ['image/gif', 'no palette', [1, 0], [0, 0, 0, 255]],
  ] as const)(
    'the %s file “%s” has the same colors in its derivative, thumbnail and redacted copy',
    async (mime, name, cell, color) => {
      const source = await sourceOf(fileOf(mime, name).data)
      const area = { x: 0.9, y: 0.9, width: 0.1, height: 0.1 }
      const made = [
        (await deriveImage(source, mime)).data,
        await thumbnail(source, mime, 320),
        await redactImage(source, mime, [area]),
      ]
      for (const data of made)
        for (const [i, level] of (await colorAt(data, cell)).entries())
          expect(Math.abs(level - (color[i] ?? 0)), `channel ${i}`).toBeLessThan(10)
    },
  )

  it.each([
    ['screen with the size of a display', 640, 480],
    ['screen with the size of a display, 256 colors', 640, 480],
    ['screen of 2049 × 500', 2049, 500],
    ['screen of 1000 × 2049', 1000, 2049],
    ['screen without width', 64, 64],
    ['past a screen above 2048', 2128, 500],
    ['covers a screen above 2048', 2100, 500],
    ['animation, screen above 2048', 2112, 500],
  ])(
    'the GIF “%s” has the size of its screen, which contains the first frame',
    async (name, width, height) => {
      const source = await sourceOf(fileOf('image/gif', name).data)
      const { original } = await deriveImage(source, 'image/gif')
      expect(original).toEqual({ width, height })
      const redacted = await redactImage(source, 'image/gif', [{ x: 0, y: 0, width: 0.1, height: 0.1 }])
      const { width: redactedWidth, pageHeight, height: redactedHeight } = await sharp(redacted).metadata()
      expect([redactedWidth, pageHeight ?? redactedHeight]).toEqual([width, height])
      const small = await sharp(await thumbnail(source, 'image/gif', 320)).metadata()
      const scale = Math.min(1, 320 / width)
      expect([small.width, small.height]).toEqual([Math.round(width * scale), Math.round(height * scale)])
    },
  )

  it('the WebP of a GIF has its durations even if the first frame does not cover the screen', async () => {
    const source = await sourceOf(fileOf('image/gif', 'animation, screen above 2048').data)
    const webp = await decoding(source, 'image/gif', open => open().webp().toBuffer())
    const { pages, delay } = await sharp(webp, { pages: -1 }).metadata()
    expect({ pages, delay }).toEqual({ pages: 3, delay: [50, 70, 100] })
  })

  it.each([
    ['image/png', 'eXIf orientation 6', true],
    ['image/png', 'eXIf orientation 6 as LONG', false],
    ['image/jpeg', 'orientation 6', true],
    ['image/jpeg', 'orientation 6 as LONG', false],
    ['image/jpeg', 'orientation 6 without zeros', true],
    ['image/webp', 'orientation 6', false],
    ['image/avif', 'EXIF orientation 6', false],
    ['image/avif', 'turned by 1', true],
    ['image/webp', 'animation, orientation 6', false],
  ] as const)('the orientation in the %s file “%s” turns the picture: %s', async (mime, name, isTurned) => {
    const { original } = await deriveImage(await sourceOf(fileOf(mime, name).data), mime)
    expect([original.width, original.height]).toEqual(isTurned ? [64, 96] : [96, 64])
  })

  it.each([
    ['cICP PQ', 'a high dynamic range (PQ)', 'Export it in sRGB.'],
    ['cICP HLG', 'a high dynamic range (HLG)', 'Export it in sRGB.'],
  ])('a picture with %s is refused, and the error names the remedy', async (name, reason, hint) => {
    const failure = await failureOf(deriveImage(await sourceOf(fileOf('image/png', name).data), 'image/png'))
    expect(failure).toMatchObject({ message: expect.stringContaining(reason), hint })
  })

  it.each([
    ['clean aperture at the origin', [96, 64]],
    ['clean aperture in the middle', [128, 96]],
    ['clean aperture larger than the picture', [96, 64]],
  ])('an AVIF with a %s has the size that Chromium shows', async (name, size) => {
    const { original } = await deriveImage(await sourceOf(fileOf('image/avif', name).data), 'image/avif')
    expect([original.width, original.height]).toEqual(size)
  })

  it('a gamma that is close to the gamma of sRGB changes no pixel', async () => {
    const source = await sourceOf(fileOf('image/png', 'gAMA 45455').data)
    expect(await deriveImage(source, 'image/png')).toMatchObject({ lossless: true })
  })

  it('the derivative of an animated PNG keeps its orientation, but no other EXIF data', async () => {
    const source = await sourceOf(fileOf('image/png', 'eXIf orientation 6').data)
    const [animated] = apngFiles().filter(({ name }) => name === 'eXIf orientation 6')
    const made = await deriveImage(await sourceOf(animated?.data ?? ''), 'image/png')
    expect(made).toMatchObject({
      animated: true,
      original: await deriveImage(source, 'image/png').then(each => each.original),
    })
    expect((await sharp(made.data).metadata()).orientation).toBe(6)
  })

  it('the thumbnail of an animated PNG is its first frame, not its default picture', async () => {
    const { data } = fileOf('image/png', 'two frames and another default picture')
    const small = await thumbnail(await sourceOf(data), 'image/png', 320)
    expect((await colorAt(small, [2, 0]))[3]).toBe(0)
    expect((await colorAt(small, [0, 0])).slice(0, 3).map(level => Math.round(level / 16))).toEqual([
      14, 4, 3,
    ])
  })

  it('a redacted animation keeps identical frames, long durations and the maximum loop count', async () => {
    for (const [name, times, loop] of [
      ['animation, equal frames', [100, 100, 100, 100], 0],
      ['animation, long time', [655_350, 100], 0],
      ['animation of 65535 loops', [100, 100], 65_536],
    ] as const) {
      const source = await sourceOf(fileOf('image/gif', name).data)
      const redacted = await redactImage(source, 'image/gif', [{ x: 0, y: 0, width: 0.2, height: 0.2 }])
      expect(await sharp(redacted, { pages: -1 }).metadata(), name).toMatchObject({ delay: times, loop })
    }
  })
})
