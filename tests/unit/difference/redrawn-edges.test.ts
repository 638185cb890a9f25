import { expect, it } from 'vitest'
import { clearRedrawnEdges } from '#shared/difference/redrawn-edges'

const size = { width: 64, height: 64 }
const whole = { x: 0, y: 0, ...size }

/** Draws a gray disk with anti-aliased edges. `shift` is the number of pixels by which the disk is lower. */
function disk(shift = 0, level = 60): Uint8ClampedArray {
  const data = new Uint8ClampedArray(size.width * size.height * 4).fill(255)
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const distance = Math.hypot(x - 32, y - 32 - shift)
      const share = Math.max(0, Math.min(1, 20.5 - distance))
      data.fill(Math.round(255 - (255 - level) * share), (y * 64 + x) * 4, (y * 64 + x) * 4 + 3)
    }
  }
  return data
}

/**
 * Returns the number of differing pixels, and the number of pixels that are still marked after
 * {@link clearRedrawnEdges}.
 */
function leftOf(one: Uint8ClampedArray, other: Uint8ClampedArray, boxes = [whole]) {
  const mask = new Uint8Array(size.width * size.height)
  for (const at of mask.keys())
    mask[at] = [0, 1, 2].some(channel => one[at * 4 + channel] !== other[at * 4 + channel]) ? 1 : 0
  const differing = mask.filter(Boolean).length
  clearRedrawnEdges(one, other, size, mask, boxes)
  return { differing, left: mask.filter(Boolean).length }
}

it('a curve that was redrawn at another fraction of a pixel has no changed pixels', () => {
  for (const shift of [0.1, 0.25, 0.5]) {
    const { differing, left } = leftOf(disk(), disk(shift))
    expect(differing).toBeGreaterThan(40)
    expect(left).toBe(0)
  }
})

it('a pixel in several overlapping boxes counts once; pixels outside of the boxes stay changed', () => {
  expect(leftOf(disk(), disk(0.25), [whole, whole, whole]).left).toBe(0)
  const upper = leftOf(disk(), disk(0.25), [{ ...whole, height: 32 }])
  expect(upper.left).toBeGreaterThan(0)
  expect(upper.left).toBeLessThan(upper.differing)
})

it.each([
  ['another color', disk(0, 80)],
  ['a place that is two pixels lower', disk(2)],
])('a curve with %s still counts as changed', (_, other) => {
  const { differing, left } = leftOf(disk(), other)
  expect(left).toBeGreaterThan(differing / 2)
})
