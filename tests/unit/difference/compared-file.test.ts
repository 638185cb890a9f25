import { describe, expect, it } from 'vitest'
import { readingOf } from '~/difference/canvas-noise'
import { haveSameBytes, isLosslessFile } from '~/difference/compared-file'
import { animation, picture } from '../../support/media/samples'

const blob = (data: Buffer, type: string) => new Blob([Uint8Array.from(data)], { type })

describe('a compared file', () => {
  it.each([
    ['PNG', true, async () => blob(await picture(8, 8).png().toBuffer(), 'image/png')],
    ['GIF', true, async () => blob(await animation(8, 8, 2), 'image/gif')],
    [
      'lossless WebP',
      true,
      async () => blob(await picture(8, 8).webp({ lossless: true }).toBuffer(), 'image/webp'),
    ],
    ['lossy WebP', false, async () => blob(await picture(8, 8).webp().toBuffer(), 'image/webp')],
    ['JPEG', false, async () => blob(await picture(8, 8).jpeg().toBuffer(), 'image/jpeg')],
  ])('a compared %s is lossless: %s', async (_, expected, make) => {
    expect(await isLosslessFile(await make())).toBe(expected)
  })

  it('a compared file is the same as another file only if all bytes are equal', async () => {
    const png = await picture(8, 8).png().toBuffer()
    const changed = Buffer.from(png)
    changed.writeUInt8(changed.readUInt8(50) ^ 1, 50)
    expect(await haveSameBytes(blob(png, 'image/png'), blob(png, 'image/png'))).toBe(true)
    expect(await haveSameBytes(blob(png, 'image/png'), blob(changed, 'image/png'))).toBe(false)
    expect(await haveSameBytes(blob(png, 'image/png'), blob(png.subarray(1), 'image/png'))).toBe(false)
  })
})

it.each([
  ['exact', [0, 128, 255]],
  ['noisy', [1, 127, 254]],
  ['hidden', [255, 255, 255]],
] as const)('reading known pixels detects that a canvas is %s', (reading, read) => {
  expect(readingOf(Uint8ClampedArray.of(0, 128, 255), Uint8ClampedArray.from(read))).toBe(reading)
})
