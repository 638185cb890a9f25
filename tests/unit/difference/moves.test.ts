import { expect, it } from 'vitest'
import type { PixelBox } from '#shared/difference/pixels'
import { findMoves, MAX_PIXELS } from '#shared/difference/moves'

const size = { width: 400, height: 600 }
const WHITE = 0xffffffff

/** Returns a generator of pseudorandom numbers, which are the same for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0)
}

/** Returns a white image on which `draw` paints. */
function image(draw: (paint: (box: PixelBox, seed: number) => void) => void): Uint32Array {
  const pixels = new Uint32Array(size.width * size.height).fill(WHITE)
  // Each painted box has its own pattern, like a line of text.
  draw((box, seed) => {
    const next = random(seed)
    for (let y = 0; y < box.height; y++) {
      for (let x = 0; x < box.width; x++) {
        const color = next() % 3 === 0 ? 0xff000000 + (next() % 8) : WHITE
        const [atX, atY] = [box.x + x, box.y + y]
        if (atY < size.height) pixels[atY * size.width + atX] = color
      }
    }
  })
  return pixels
}

/** Returns the box around all pixels that differ. */
function changedBox(left: Uint32Array, right: Uint32Array): PixelBox[] {
  const box = { left: size.width, top: size.height, right: 0, bottom: 0 }
  for (const at of left.keys()) {
    if (left[at] === right[at]) continue
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  return [{ x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }]
}

const lines = [40, 80, 120, 300, 340].map((y, i) => ({ y, seed: i + 1 }))
const text = (y: number) => ({ x: 20, y, width: 300, height: 20 })

it('lines that all moved by 40 pixels are one moved block', () => {
  const before = image(paint => lines.forEach(({ y, seed }) => paint(text(y), seed)))
  const after = image(paint => lines.forEach(({ y, seed }) => paint(text(y + 40), seed)))
  const moves = findMoves(before, after, size, changedBox(before, after))
  expect(moves).toHaveLength(1)
  const [{ from, dx, dy }] = moves as [(typeof moves)[0]]
  expect([dx, dy]).toEqual([0, 40])
  expect([from.y <= 40, from.y + from.height >= 360, from.x <= 20, from.x + from.width >= 320]).toEqual(
    Array(4).fill(true),
  )
})

it('content below a new banner moved, and the banner itself did not', () => {
  const before = image(paint => lines.forEach(({ y, seed }) => paint(text(y), seed)))
  const after = image(paint => {
    paint({ x: 0, y: 0, width: 400, height: 30 }, 99)
    lines.forEach(({ y, seed }) => paint(text(y + 33), seed))
  })
  const moves = findMoves(before, after, size, changedBox(before, after))
  expect(moves.map(({ dx, dy }) => [dx, dy])).toEqual([[0, 33]])
  expect((moves[0]?.from.y ?? 0) + (moves[0]?.dy ?? 0)).toBeGreaterThanOrEqual(30)
})

it('two blocks that moved in different directions are two moves', () => {
  const before = image(paint => {
    paint({ x: 30, y: 50, width: 80, height: 60 }, 1)
    paint({ x: 250, y: 400, width: 80, height: 60 }, 2)
  })
  const after = image(paint => {
    paint({ x: 47, y: 50, width: 80, height: 60 }, 1)
    paint({ x: 250, y: 371, width: 80, height: 60 }, 2)
  })
  const moves = findMoves(before, after, size, changedBox(before, after))
  expect(moves.map(({ dx, dy }) => [dx, dy])).toEqual([
    [17, 0],
    [0, -29],
  ])
})

it('a moved block with a changed letter is still one move', () => {
  const block = { x: 40, y: 100, width: 200, height: 120 }
  const before = image(paint => paint(block, 5))
  const after = image(paint => {
    paint({ ...block, y: 160 }, 5)
    paint({ x: 60, y: 200, width: 8, height: 12 }, 77)
  })
  const moves = findMoves(before, after, size, changedBox(before, after))
  expect(moves.map(({ dx, dy }) => [dx, dy])).toEqual([[0, 60]])
})

it.each([
  ['other content', (paint: (box: PixelBox, seed: number) => void) => paint(text(100), 2)],
  ['nothing', () => {}],
])('content that was replaced by %s did not move', (_, draw) => {
  const before = image(paint => paint(text(100), 1))
  const after = image(draw)
  expect(findMoves(before, after, size, changedBox(before, after))).toEqual([])
})

it('a repeated pattern, which is equal in many places, does not count as moved', () => {
  const striped = (offset: number) =>
    new Uint32Array(size.width * size.height).map((_, at) => 0xff000000 + ((at + offset) % 4))
  const [before, after] = [striped(0), striped(1)]
  expect(findMoves(before, after, size, changedBox(before, after))).toEqual([])
})

it('images without changes, and images larger than 16 million pixels, have no moves', () => {
  const one = image(paint => paint(text(100), 1))
  expect(findMoves(one, one, size, [])).toEqual([])
  const huge = { width: 1, height: MAX_PIXELS + 1 }
  expect(findMoves(one, one, huge, [{ x: 0, y: 0, width: 1, height: 1 }])).toEqual([])
})
