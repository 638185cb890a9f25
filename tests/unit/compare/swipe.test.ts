import { expect, it } from 'vitest'
import { changedBoxes, dividerAt, middleOfLargest } from '~/compare/swipe'

const images = { x: 100, width: 800 }
const stage = 1000
const at = (mark: { x: number; width: number }, isOnLeft: boolean, from = 500) =>
  dividerAt(from, { mark, isOnLeft, images, stage })

it('the swipe divider moves past a mark, so that the mark is on the side where it belongs', () => {
  expect(at({ x: 600, width: 50 }, true)).toBe(674)
  expect(at({ x: 300, width: 50 }, false)).toBe(276)
})

it('the swipe divider does not move if the mark is already on the side where it belongs', () => {
  expect(at({ x: 300, width: 50 }, true)).toBe(500)
  expect(at({ x: 600, width: 50 }, false)).toBe(500)
  expect(at({ x: 300, width: 50 }, true, 1000)).toBe(1000)
})

it('the swipe divider leaves a strip of the other image, even if a mark covers the whole image', () => {
  expect(at({ x: 100, width: 800 }, true)).toBe(876)
  expect(at({ x: 860, width: 40 }, true)).toBe(876)
  expect(at({ x: 100, width: 800 }, false)).toBe(124)
  // If the images are zoomed beyond the stage, only the part on the stage is used.
  const zoomed = { mark: { x: -400, width: 2000 }, isOnLeft: true, images: { x: -500, width: 2200 }, stage }
  expect(dividerAt(500, zoomed)).toBe(970)
})

it('the swipe divider leaves no strip of the other image if the mark lies inside that strip', () => {
  expect(at({ x: 876, width: 20 }, true)).toBe(900)
  expect(at({ x: 104, width: 20 }, false)).toBe(100)
})

it('the changes of two compared revisions are the regions of the comparison of these two', () => {
  const box = (x: number) => ({ x, y: 0.1, width: 0.2, height: 0.1 })
  const against = { reviewId: 'rev_1', url: '', pictureUrl: null, width: 10, height: 10, durationMs: null }
  const comparedWith = (revisionId: string, ...boxes: ReturnType<typeof box>[]) => ({
    ...{ status: 'changed' as const, changedPercent: 3, boxes },
    against: { revisionId, ...against },
  })
  const after = {
    change: comparedWith('rvs_2', box(0.5), box(0.1)),
    baseline: comparedWith('rvs_1', box(0.3)),
  }
  expect(changedBoxes({ id: 'rvs_2' }, after)).toEqual([box(0.5), box(0.1)])
  expect(changedBoxes({ id: 'rvs_1' }, after)).toEqual([box(0.3)])
  expect(changedBoxes({ id: 'rvs_9' }, after)).toEqual([])
})

it('the largest change of a comparison is the change with the largest part in view', () => {
  const size = { width: 1000, height: 600 }
  const small = { x: 100, y: 100, width: 50, height: 20 }
  const large = { x: 400, y: 100, width: 300, height: 200 }
  const below = { x: 0, y: 560, width: 200, height: 4000 }
  expect(middleOfLargest([small, large, below], size)).toBe(550)
  expect(middleOfLargest([small, { ...large, y: 700 }], size)).toBe(125)
  expect(
    middleOfLargest(
      [
        { ...small, y: 900 },
        { ...large, y: 700 },
      ],
      size,
    ),
  ).toBe(550)
  expect(middleOfLargest([{ ...large, x: 800 }], size)).toBe(900)
  expect(middleOfLargest([], size)).toBeUndefined()
})
