import sharp from 'sharp'
import { expect, it } from 'vitest'
import { boundsOf, hasExtent, placeShape, shapeKinds } from '#shared/annotation/shapes'
import { bufferSource } from '~~/server/bytes/byte-source'
import { markedPicture, type Marked } from '~~/server/media/image/marked-picture'

const size = { width: 400, height: 300 }
/**
 * The tolerance in pixels: the width of a line with its rim, the head of an arrow, or the ring of a point.
 */
const MARGIN = 20

/** Draws marks on a white picture. Returns the bounds of the drawn pixels. */
async function drawnBox(marks: readonly Marked[]) {
  const white = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const { data } = await markedPicture(bufferSource(white), 'image/png', { side: 1024, marks })
  const pixels = await sharp(data).removeAlpha().raw().toBuffer()
  const changed = Array.from({ length: size.width * size.height }, (_, index) => index).filter(index =>
    pixels.subarray(index * 3, index * 3 + 3).some(level => level < 200),
  )
  const xs = changed.map(index => index % size.width)
  const ys = changed.map(index => Math.floor(index / size.width))
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

it.each(shapeKinds)('the mark of a shape of kind %s is drawn along its bounds in a picture', async kind => {
  const shape = placeShape(kind, { x: 0.25, y: 0.25, width: 0.5, height: 0.5 })
  const { x, y, width, height } = boundsOf(shape)
  const { left, right, top, bottom } = await drawnBox([{ shape }])
  for (const [drawn, at] of [
    [left, x * size.width],
    [right, (x + width) * size.width],
    [top, y * size.height],
    [bottom, (y + height) * size.height],
  ] as const)
    expect(Math.abs(drawn - at)).toBeLessThan(MARGIN)
})

it.each(shapeKinds)('the number of a shape of kind %s is drawn on the shape in a picture', async kind => {
  const shape = placeShape(kind, { x: 0.25, y: 0.25, width: 0.5, height: 0.5 })
  const [plain, numbered] = [await drawnBox([{ shape }]), await drawnBox([{ shape, number: 7 }])]
  // A point with a number shows the number instead of a ring, so only larger shapes are compared here.
  if (hasExtent(shape)) expect(numbered.left).toBeLessThanOrEqual(plain.left)
  expect(numbered).not.toEqual(plain)
})
