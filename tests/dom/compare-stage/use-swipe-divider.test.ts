import { expect, test } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import type { Box, Size } from '#shared/annotation/projection'
import type { ShownSide } from '~/compare/shown-side'
import { useSwipeDivider } from '~/compare-stage/use-swipe-divider'
import { useViewport } from '~/stage/use-viewport'
import { artifact, revision } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView } from '../../support/dom/stage'

/** A change that is above all others and left of them. */
const small = { x: 0.02, y: 0.02, width: 0.02, height: 0.02 }
/** Creates a revision whose largest change compared with the revision `from` begins at `x`, in fractions. */
const changedAt = (id: string, index: number, from: string, x: number, width = 0.1) =>
  revision(id, index, {
    change: {
      ...{ status: 'changed', changedPercent: 3, boxes: [small, { x, y: 0.1, width, height: 0.1 }] },
      against: {
        ...{ revisionId: from, reviewId: 'rev_1', url: 'http://exhibit.test/', pictureUrl: null },
        ...{ width: 10, height: 10, durationMs: null },
      },
    },
  })
const evidence = artifact('a', 4, {
  revisions: [
    revision('rvs_1', 1),
    changedAt('rvs_2', 2, 'rvs_1', 0.3),
    changedAt('rvs_3', 3, 'rvs_2', 0.7),
    changedAt('rvs_4', 4, 'rvs_3', 0, 1),
  ],
})
const sideOf = (index: number, mark: ShownSide['mark'] = null): ShownSide => {
  const shown = evidence.revisions.find(each => each.index === index)
  return {
    ...{ src: null, loading: false, label: '', address: null, video: null, threads: [], pending: [] },
    ...{ evidence: shown ? { artifact: evidence, revision: shown } : null, size: plainView.image, mark },
  }
}

/** Mounts the divider of a swipe between two sides. The stage has the size of the images. */
async function mountDivider(
  before: ShownSide,
  after: ShownSide,
  stage: Size = plainView.stage,
  chosen: Box | null = null,
) {
  const sides = shallowRef<[ShownSide, ShownSide]>([before, after])
  const { result } = await mountOnReview(
    () => {
      const viewport = useViewport(() => plainView.image, { top: () => 0, bottom: () => 0 })
      return {
        viewport,
        ...useSwipeDivider(
          ref(null),
          viewport,
          () => sides.value,
          () => chosen,
        ),
      }
    },
    { artifacts: [evidence] },
  )
  const { viewport, divider, moveTo } = result
  async function resize(size: Size) {
    viewport.onResize(size)
    await nextTick()
  }
  await resize(stage)
  /** Returns the distance of the divider from the left edge of the images, in percent of their width. */
  function position() {
    const view = viewport.exact.value
    const at = (divider.value / 100) * viewport.stage.value.width
    return view ? Math.round((100 * (at - view.x)) / (view.image.width * view.scale)) : undefined
  }
  async function compare(before: ShownSide, after: ShownSide) {
    sides.value = [before, after]
    await nextTick()
  }
  return { divider, moveTo, resize, position, compare }
}

test('a swipe comparison begins with its divider in the middle of the largest change', async () => {
  const { position, compare } = await mountDivider(sideOf(1), sideOf(2))
  expect(position()).toBe(35)
  await compare(sideOf(2), sideOf(3))
  expect(position()).toBe(75)
  await compare(sideOf(3), sideOf(4))
  expect(position()).toBe(50)
})

test('a swipe begins in the middle of the change that was chosen in another mode', async () => {
  const chosen = { x: 0.8, y: 0.1, width: 0.1, height: 0.1 }
  const { position } = await mountDivider(sideOf(1), sideOf(2), plainView.stage, chosen)
  expect(position()).toBe(85)
})

test('a swipe comparison begins in the middle if the changes between its sides are unknown', async () => {
  const { position, compare } = await mountDivider(sideOf(1), sideOf(3))
  expect(position()).toBe(50)
  await compare(sideOf(1), sideOf(2))
  expect(position()).toBe(35)
  await compare(sideOf(2), sideOf(4))
  expect(position()).toBe(50)
})

test('after a resize of the stage, the divider of a swipe comparison is at the largest change', async () => {
  const { position, resize } = await mountDivider(sideOf(1), sideOf(2), { width: 400, height: 500 })
  await resize({ width: 2000, height: 500 })
  expect(position()).toBe(35)
})

test('the divider of a swipe comparison stays where it was moved when the stage is resized', async () => {
  const { divider, moveTo, resize } = await mountDivider(sideOf(1), sideOf(2))
  moveTo(80)
  await resize({ width: 1200, height: 500 })
  expect(divider.value).toBe(80)
})

test('the divider of a swipe comparison begins where it does not hide the mark of the comment', async () => {
  const geometry = { x: 0.6, y: 0.1, width: 0.1, height: 0.1 }
  const { position } = await mountDivider(sideOf(1, [{ kind: 'rectangle', geometry }]), sideOf(2))
  expect(position()).toBeGreaterThan(70)
})
