import { expect, it } from 'vitest'
import type { Change, Places } from '#shared/difference/changes'
import { earlierSpot, movedSpot } from '~/difference/moved-spot'

const SECOND = { width: 1000, height: 800 }
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const spot = box(100, 200, 200, 80)

const change = (kind: 'moved' | 'inserted' | 'removed', places: Places): Change => ({
  ...places.to,
  pixels: 100,
  [kind]: places,
})
/** Returns a change in which a block moved down by `dy` pixels. */
const moved = (from: ReturnType<typeof box>, dy: number) =>
  change('moved', { from, to: { ...from, y: from.y + dy } })
const banner = change('inserted', { from: box(0, 20, 1000, 0), to: box(0, 20, 1000, 63) })

it('the content of a spot moves with its block', () => {
  const changes = [banner, moved(box(50, 60, 900, 500), 63)]
  expect(movedSpot(changes, spot, SECOND)).toEqual({ dx: 0, dy: 63 })
  expect(movedSpot(changes, box(400, 300, 0, 0), SECOND)).toEqual({ dx: 0, dy: 63 })
  expect(earlierSpot(changes, box(100, 263, 200, 80), SECOND)).toEqual({ dx: 0, dy: -63 })
})

it('a spot in a block that followed an inserted block moves with it, and back', () => {
  const to = box(0, 0, 1000, 63)
  const from = box(50, 60, 900, 500)
  const following = [{ from, to: { ...from, y: 123 } }]
  const changes = [{ ...to, pixels: 9, inserted: { from: { ...to, height: 4 }, to }, following }]
  expect(movedSpot(changes, box(400, 300, 0, 0), SECOND)).toEqual({ dx: 0, dy: 63 })
  expect(earlierSpot(changes, box(400, 363, 0, 0), SECOND)).toEqual({ dx: 0, dy: -63 })
})

it('a spot outside of all moved blocks stays at its place', () => {
  const same = { dx: 0, dy: 0 }
  expect(movedSpot([], spot, SECOND)).toEqual(same)
  expect(movedSpot([{ ...box(100, 200, 20, 20), pixels: 9 }], spot, SECOND)).toEqual(same)
  expect(movedSpot([banner, moved(box(500, 60, 400, 500), 63)], spot, SECOND)).toEqual(same)
  // Content of which only a small part is in the moved block does not move.
  expect(movedSpot([moved(box(100, 270, 200, 300), 40)], spot, SECOND)).toEqual(same)
})

it('the spots in two blocks that were swapped move with their blocks', () => {
  const changes = [moved(box(50, 180, 900, 120), 300), moved(box(50, 300, 900, 300), -120)]
  expect(movedSpot(changes, spot, SECOND)).toEqual({ dx: 0, dy: 300 })
  expect(movedSpot(changes, box(100, 400, 50, 50), SECOND)).toEqual({ dx: 0, dy: -120 })
})

it('changed content between two moved blocks moves with these blocks', () => {
  const changes = [moved(box(50, 60, 900, 80), 63), moved(box(50, 400, 900, 100), 64)]
  expect(movedSpot(changes, spot, SECOND)).toEqual({ dx: 0, dy: 63 })
})

it('changed content moves with the block below it if a new block covers its place', () => {
  const large = change('inserted', { from: box(0, 180, 1000, 0), to: box(0, 180, 1000, 150) })
  const changes = [large, moved(box(50, 300, 900, 200), 150)]
  expect(movedSpot(changes, spot, SECOND)).toEqual({ dx: 0, dy: 150 })
})

it('the content of a spot counts as removed if its block was removed', () => {
  const removed = change('removed', { from: box(50, 190, 900, 100), to: box(50, 190, 900, 4) })
  expect(movedSpot([removed, moved(box(50, 300, 900, 300), -100)], spot, SECOND)).toBe('removed')
  // If only a small block was removed, the content around it still exists.
  const small = change('removed', { from: box(100, 200, 30, 30), to: box(100, 200, 30, 4) })
  expect(movedSpot([small], spot, SECOND)).toEqual({ dx: 0, dy: 0 })
  expect(earlierSpot([banner], box(400, 30, 100, 30), SECOND)).toBe('removed')
})

it('the content of a spot counts as removed if it moved below the lower edge of the picture', () => {
  const changes = [moved(box(50, 60, 900, 600), 120)]
  expect(movedSpot(changes, box(100, 700, 200, 80), SECOND)).toBe('removed')
})
