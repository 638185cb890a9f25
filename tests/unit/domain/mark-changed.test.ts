import { describe, expect, it } from 'vitest'
import type { ComparisonStatus } from '#shared/contract/comparison'
import type { StoredComparison } from '~~/server/db/tables/evidence'
import { MarkedAreas, type MarkedThread } from '~~/server/domain/thread/mark-changed'

const box = { x: 0.5, y: 0.5, width: 0.2, height: 0.2 }
const comparison = (status: ComparisonStatus, boxes = [box], changedPercent: number | null = 4) => ({
  status,
  changedPercent: status === 'same' ? 0 : changedPercent,
  boxes: status === 'changed' ? boxes : [],
  against: null,
})
const revision = (index: number, change: StoredComparison | null) => ({ index, change })
const first = revision(1, comparison('new'))
const rectangle = (x: number, y: number) => ({ x, y, width: 0.1, height: 0.1 })
const marked = (geometry: object | null = rectangle(0.6, 0.6), more = {}) =>
  ({
    kind: geometry === null ? 'artifact' : 'width' in geometry ? 'rectangle' : 'point',
    geometry,
    shapes: [],
    timestampMs: null,
    revision: 1,
    ...more,
  }) as MarkedThread

/** Returns whether the area of one thread changed, with the given revisions of its artifact. */
function markChanged(thread: MarkedThread, revisions: Parameters<MarkedAreas['add']>[0]): boolean | null {
  const areas = new MarkedAreas([thread])
  areas.add(revisions)
  return areas.isChanged(thread)
}

describe('the marked area of a thread', () => {
  it('a marked area counts as changed if a later revision changed it, but not for changes nearby', () => {
    const revisions = [first, revision(2, comparison('changed'))]
    expect(markChanged(marked(), revisions)).toBe(true)
    expect(markChanged(marked(rectangle(0.1, 0.1)), revisions)).toBe(false)
  })

  it('a point counts as changed if a change is at most two percent of the image away', () => {
    const revisions = [first, revision(2, comparison('changed'))]
    expect(markChanged(marked({ x: 0.485, y: 0.55 }), revisions)).toBe(true)
    expect(markChanged(marked({ x: 0.475, y: 0.55 }), revisions)).toBe(false)
  })

  it('a point on an element is reported as changed if the element changed', () => {
    const revisions = [first, revision(2, comparison('changed'))]
    const point = { x: 0.1, y: 0.55 }
    const wide = { elements: [{ box: [0.05, 0.52, 0.6, 0.06] }] }
    expect(markChanged(marked(point), revisions)).toBe(false)
    expect(markChanged(marked(point, wide), revisions)).toBe(true)
    expect(markChanged(marked(point, { elements: [{ box: [0.05, 0.1, 0.1, 0.06] }] }), revisions)).toBe(false)
    expect(markChanged(marked(rectangle(0.1, 0.55), wide), revisions)).toBe(false)
  })

  it('the marked area of a thread is the box around all its shapes', () => {
    const shapes = [{ kind: 'rectangle', geometry: rectangle(0.6, 0.6) }]
    expect(
      markChanged(marked(rectangle(0.1, 0.1), { shapes }), [first, revision(2, comparison('changed'))]),
    ).toBe(true)
  })

  it('the area of a comment on the whole evidence has changed if any pixel has changed', () => {
    expect(markChanged(marked(null), [first, revision(2, comparison('changed'))])).toBe(true)
    expect(markChanged(marked(null), [first, revision(2, comparison('same'))])).toBe(false)
  })

  it('a marked area counts as changed after a change in any later revision, not in its own', () => {
    const changed = comparison('changed')
    expect(markChanged(marked(), [first, revision(2, changed), revision(3, comparison('same'))])).toBe(true)
    expect(markChanged(marked(undefined, { revision: 2 }), [first, revision(2, changed)])).toBeNull()
  })

  it('whether a marked area changed is unknown on videos, and without a compared later revision', () => {
    const unknown = [
      [first],
      [first, revision(2, comparison('changed', [], null))],
      [first, revision(2, comparison('expired', [], null))],
      [first, revision(2, null)],
      [first, revision(2, comparison('same')), revision(3, null)],
    ]
    for (const revisions of unknown) expect(markChanged(marked(), revisions)).toBeNull()
    const later = [first, revision(2, comparison('changed'))]
    expect(markChanged(marked(undefined, { timestampMs: 500 }), later)).toBeNull()
    expect(markChanged(marked(undefined, { revision: null }), later)).toBeNull()
  })

  it('a thread is compared only with revisions after the revision that it is about', () => {
    const other = { x: 0.1, y: 0.1, width: 0.1, height: 0.1 }
    const threads = [
      marked(),
      marked(undefined, { revision: 2 }),
      marked(undefined, { revision: 3 }),
      marked(rectangle(0.1, 0.1)),
      marked(rectangle(0.1, 0.1), { revision: 3 }),
      marked(null),
      marked(null, { revision: 4 }),
      marked(null, { revision: 5 }),
    ]
    const areas = new MarkedAreas(threads)
    areas.add([revision(4, comparison('same')), revision(5, comparison('changed', [other]))])
    expect(areas.areAllChanged).toBe(false)
    areas.add([first, revision(2, null), revision(3, comparison('changed'))])
    expect(areas.areAllChanged).toBe(true)
    expect(threads.map(each => areas.isChanged(each))).toEqual([
      ...[true, true, false],
      ...[true, true],
      ...[true, true, null],
    ])
  })

  it('equal marked areas and equal changed boxes are compared only once', () => {
    const [THREADS, REVISIONS] = [2000, 2000]
    let compared = 0
    const counted = () =>
      Object.defineProperty({ ...box }, 'width', {
        get() {
          compared += 1
          return box.width
        },
      })
    const threads = Array.from({ length: THREADS }, (_, i) => marked(rectangle((i % 40) / 100, 0.1)))
    const areas = new MarkedAreas(threads)
    areas.add(
      Array.from({ length: REVISIONS }, (_, i) => revision(i + 2, comparison('changed', [counted()]))),
    )
    expect(threads.map(each => areas.isChanged(each))).toEqual(threads.map(() => false))
    // Each box is read only once to recognize it. If each thread were compared with each revision, 4,000,000
    // boxes would be read.
    expect(compared).toBeLessThan(2 * REVISIONS)
  })
})
