import { expect, test } from 'vitest'
import { openTarget } from '~/review-page/open-target'
import { nextTick, ref } from 'vue'
import { isVisible, toNormalized, toScreen, type Box, type View } from '#shared/annotation/projection'
import { useViewport } from '~/stage/use-viewport'
import { handheldScreen } from '~/ui/elements/use-media-query'
import { artifact } from '../../support/dom/fixtures'
import { stubScreen } from '../../support/dom/browser'
import { mountOnReview } from '../../support/dom/review-page'

const STAGE = { width: 1000, height: 800 }

async function mountViewport(size = { width: 2000, height: 1000 }) {
  const image = ref(size)
  const mounted = await mountOnReview(() => useViewport(() => image.value), {
    artifacts: [
      artifact('a', 2),
      artifact('b'),
      artifact('v', 1, { variationGroup: 'Header' }),
      artifact('w', 1, { variationGroup: 'Header' }),
    ],
  })
  const open = async (id: string) => {
    openTarget(mounted.page, id)
    await nextTick()
  }
  await open('art_a')
  return { ...mounted, viewport: mounted.result, image, open }
}

test('an image is placed only when the sizes of the stage and of the image are known', async () => {
  const { viewport, image } = await mountViewport({ width: 0, height: 0 })
  expect(viewport.view.value).toBeNull()
  viewport.onResize(STAGE)
  expect(viewport.view.value).toBeNull()
  image.value = { width: 2000, height: 1000 }
  await nextTick()
  expect(viewport.view.value?.image).toEqual({ width: 2000, height: 1000 })
})

test('a requested zoom waits until the sizes of the stage and of the image are known', async () => {
  const { viewport } = await mountViewport()
  viewport.actualSize()
  expect(viewport.view.value).toBeNull()
  viewport.onResize(STAGE)
  expect(viewport.percent.value).toBe(100)
  // The zoom that was requested before is applied only once.
  viewport.fit()
  viewport.onResize(STAGE)
  expect(viewport.percent.value).toBeLessThan(100)
})

test('at first, an image is shown whole, but a tall image is shown from its top at full width', async () => {
  const { viewport } = await mountViewport()
  viewport.onResize(STAGE)
  const { x = 0, y = 0, scale = 0 } = viewport.view.value ?? {}
  expect(x).toBeGreaterThan(0)
  expect(x + 2000 * scale).toBeLessThan(1000)
  expect(y + 1000 * scale).toBeLessThan(800)
  const tall = await mountViewport({ width: 800, height: 8000 })
  tall.viewport.onResize(STAGE)
  expect(tall.viewport.view.value?.y).toBe(12)
})

test('a fitted image follows the size of the stage, but a zoomed image keeps its scale', async () => {
  const { viewport } = await mountViewport()
  viewport.onResize(STAGE)
  const fitted = viewport.view.value?.scale ?? 0
  viewport.onResize({ width: 500, height: 400 })
  expect(viewport.view.value?.scale).toBeLessThan(fitted)
  viewport.zoom(2)
  const zoomed = viewport.view.value?.scale
  viewport.onResize(STAGE)
  expect(viewport.view.value?.scale).toBe(zoomed)
  viewport.fit()
  expect(viewport.view.value?.scale).toBe(fitted)
})

test('at a scale of 100 %, one image pixel has the size of one device pixel', async () => {
  const screen = stubScreen()
  const { viewport } = await mountViewport()
  viewport.onResize(STAGE)
  viewport.actualSize()
  expect([viewport.percent.value, viewport.view.value?.scale]).toEqual([100, 1])
  // The window moves to another screen with two device pixels per CSS pixel. The stage keeps its CSS size.
  screen.change(2)
  expect(viewport.percent.value).toBe(200)
  viewport.actualSize()
  expect([viewport.percent.value, viewport.view.value?.scale]).toEqual([100, 0.5])
  screen.change(1)
  expect(viewport.percent.value).toBe(50)
})

test('each artifact keeps its scroll position, and the variations of a group share a position', async () => {
  const { viewport, open } = await mountViewport()
  viewport.onResize(STAGE)
  viewport.zoom(2)
  const zoomed = viewport.view.value?.scale
  await open('art_b')
  expect(viewport.view.value?.scale).not.toBe(zoomed)
  await open('art_a')
  expect(viewport.view.value?.scale).toBe(zoomed)
  await open('art_v')
  viewport.zoom(3)
  const shared = viewport.view.value?.scale
  await open('art_w')
  expect(viewport.view.value?.scale).toBe(shared)
})

test('another revision with another size is shown at the same position and scale', async () => {
  const { viewport, image } = await mountViewport()
  viewport.onResize(STAGE)
  viewport.zoom(2)
  const { scale } = viewport.exact.value ?? {}
  image.value = { width: 2000, height: 1500 }
  await nextTick()
  expect(viewport.exact.value).toMatchObject({ scale, image: { width: 2000, height: 1500 } })
})

test('a spot outside the stage is scrolled into view, and a visible spot causes no scrolling', async () => {
  const { viewport } = await mountViewport()
  viewport.onResize(STAGE)
  viewport.reveal({ x: 0.5, y: 0.5 })
  const before = viewport.exact.value
  viewport.reveal({ x: 0.9, y: 0.9 })
  expect(viewport.exact.value).toBe(before)
  viewport.zoom(8)
  viewport.reveal({ x: 0.9, y: 0.9 })
  const view = viewport.exact.value
  expect(view && isVisible(view, { x: 0.9, y: 0.9 })).toBe(true)
})

test('a spot that is requested before the size of the image is known is shown when it is known', async () => {
  const { viewport, image } = await mountViewport({ width: 0, height: 0 })
  viewport.onResize(STAGE)
  viewport.goTo({ x: 0.5, y: 0.5 })
  image.value = { width: 4000, height: 3000 }
  await nextTick()
  expect(viewport.percent.value).toBe(100)
  const view = viewport.exact.value
  // The spot is in the middle of the part of the stage that the toolbar does not cover.
  expect(view && toScreen(view, { x: 0.5, y: 0.5 })).toEqual({ x: 500, y: 372 })
})

/**
 * Goes to a spot of a page on a phone with three device pixels per CSS pixel. Returns the scale, and the
 * fraction of the stage's width that the spot fills.
 */
async function widthOnPhone(spot: Box, page = { width: 1280, height: 800 }, deviceScaleFactor?: number) {
  const screen = stubScreen()
  screen.match(handheldScreen)
  screen.change(3)
  const { viewport, page: review } = await mountViewport(page)
  const shown = review.selection.revision.value
  if (shown && deviceScaleFactor)
    shown.viewport = { width: page.width / deviceScaleFactor, height: 800, deviceScaleFactor }
  viewport.onResize({ width: 390, height: 400 })
  viewport.goTo(spot)
  const { scale, stage } = viewport.exact.value as View
  return { scale, spot: (scale * page.width * spot.width) / stage.width }
}

test('on a phone, a spot is shown in the original size of its page, or larger if it is small', async () => {
  const badge = await widthOnPhone({ x: 0.6, y: 0.1, width: 0.1, height: 0.02 })
  expect(badge.scale).toBeGreaterThan(1)
  expect(badge.spot).toBeCloseTo(0.7)
  expect((await widthOnPhone({ x: 0.6, y: 0.1, width: 0.01, height: 0.01 })).scale).toBe(3)
  const wide = await widthOnPhone({ x: 0.1, y: 0.1, width: 0.25, height: 0.1 })
  expect(wide.scale).toBe(1)
})

test('on a phone, boxes that a person steps through are shown at one scale, if they fit', async () => {
  stubScreen().match(handheldScreen)
  const { viewport } = await mountViewport({ width: 1280, height: 2400 })
  viewport.onResize({ width: 390, height: 400 })
  const [small, wide, widest] = [
    { x: 0.6, y: 0.1, width: 0.05, height: 0.01 },
    { x: 0.1, y: 0.4, width: 0.25, height: 0.05 },
    { x: 0.1, y: 0.7, width: 0.6, height: 0.05 },
  ]
  const scaleAt = (target: Box) => {
    viewport.goTo(target, { among: [small, wide, widest] })
    return viewport.exact.value?.scale
  }
  expect([scaleAt(small), scaleAt(wide), scaleAt(small)]).toEqual([1, 1, 1])
  expect(scaleAt(widest)).toBeLessThan(0.6)
  expect(scaleAt(small)).toBe(1)
})

test('on a phone, a compared spot that is wider than the stage is shown in a readable size', async () => {
  stubScreen().match(handheldScreen)
  const { viewport } = await mountViewport({ width: 1280, height: 2400 })
  viewport.onResize({ width: 180, height: 400 })
  const spot = { x: 0.1, y: 0.4, width: 0.6, height: 0.1 }
  viewport.goTo(spot)
  expect(viewport.exact.value?.scale).toBeLessThan(0.3)
  viewport.goTo(spot, { isSpot: true })
  for (const height of [400, 300]) {
    viewport.onResize({ width: 180, height })
    const view = viewport.exact.value as View
    expect(view.scale).toBeCloseTo(0.7)
    expect(toScreen(view, { x: 0.4, y: 0.45 }).x).toBeCloseTo(90)
    expect(isVisible(view, { x: 0.4, y: 0.45 })).toBe(true)
  }
})

test('on a phone, a spot of a screenshot of another phone is not blurred', async () => {
  const dense = { width: 1170, height: 2532 }
  expect((await widthOnPhone({ x: 0.6, y: 0.1, width: 0.02, height: 0.01 }, dense, 3)).scale).toBe(1)
  const half = await widthOnPhone({ x: 0.1, y: 0.1, width: 0.5, height: 0.05 }, dense, 3)
  expect(half.spot).toBeCloseTo(0.7)
})

test('a visible box that is larger than the stage with its margin is not shown smaller', async () => {
  const { viewport } = await mountViewport({ width: 2000, height: 1600 })
  viewport.onResize(STAGE)
  viewport.actualSize()
  const before = viewport.exact.value as View
  const left = (10 - before.x) / 2000
  viewport.goTo({ x: left, y: 0.4, width: 0.49, height: 0.1 })
  expect(viewport.exact.value?.scale).toBe(before.scale)
})

test('an image stays fitted if a box is so large that it would be shown hardly larger', async () => {
  const { viewport } = await mountViewport({ width: 2000, height: 1600 })
  viewport.onResize(STAGE)
  const whole = viewport.exact.value
  viewport.goTo({ x: 0.1, y: 0.1, width: 0.85, height: 0.1 })
  expect([viewport.fitted.value, viewport.exact.value]).toEqual([true, whole])
  viewport.goTo({ x: 0.1, y: 0.1, width: 0.5, height: 0.1 })
  expect(viewport.fitted.value).toBe(false)
})

test('a shown spot stays in view when the stage gets lower, until the person moves the image', async () => {
  const { viewport } = await mountViewport({ width: 1280, height: 800 })
  viewport.onResize({ width: 390, height: 476 })
  const spot = { x: 0.9, y: 0.05, width: 0.05, height: 0.02 }
  viewport.goTo(spot)
  viewport.onResize({ width: 390, height: 160 })
  const isShown = () => viewport.exact.value !== null && isVisible(viewport.exact.value, spot)
  expect(isShown()).toBe(true)
  if (viewport.exact.value) viewport.change({ ...viewport.exact.value, y: -400 })
  viewport.onResize({ width: 390, height: 150 })
  expect(isShown()).toBe(false)
})

test('a double tap zooms to 2.5 times the fitted size or 100 %, and another one fits the image', async () => {
  const { viewport, image } = await mountViewport({ width: 1500, height: 1000 })
  viewport.onResize(STAGE)
  for (const [size, factor] of [
    [{ width: 1500, height: 1000 }, 2.5],
    [{ width: 8000, height: 6000 }, undefined],
  ] as const) {
    image.value = size
    await nextTick()
    const whole = viewport.exact.value as View
    expect(viewport.enlarged.value).toBe(false)
    viewport.toggleZoom({ x: 0.4, y: 0.6 })
    const near = viewport.view.value as View
    expect(near.scale).toBeCloseTo(factor === undefined ? 1 : whole.scale * factor)
    const spot = toScreen(near, { x: 0.4, y: 0.6 })
    expect(Math.abs(spot.x - STAGE.width / 2)).toBeLessThan(40)
    expect(Math.abs(spot.y - STAGE.height / 2)).toBeLessThan(40)
    expect(viewport.enlarged.value).toBe(true)
    // The size of the stage changes as it does when the form that the first tap opened closes.
    viewport.onResize({ ...STAGE, height: 700 })
    viewport.onResize(STAGE)
    expect(viewport.view.value).toEqual(near)
    viewport.toggleZoom({ x: 0.4, y: 0.6 })
    expect([viewport.fitted.value, viewport.exact.value]).toEqual([true, whole])
  }
})

test('an image that is smaller than necessary is fitted, unless it is a tall image shown whole', async () => {
  const { viewport } = await mountViewport()
  viewport.onResize(STAGE)
  viewport.zoom(0.5)
  viewport.fitIfSmaller()
  expect(viewport.fitted.value).toBe(true)
  viewport.zoom(2)
  viewport.fitIfSmaller()
  expect(viewport.fitted.value).toBe(false)
  const { viewport: tall } = await mountViewport({ width: 800, height: 8000 })
  tall.onResize(STAGE)
  const width = tall.exact.value?.scale ?? 0
  tall.zoom(0.2)
  tall.fitIfSmaller()
  expect(tall.exact.value?.scale).toBeCloseTo(0.2 * width)
  tall.zoom(0.2)
  tall.fitIfSmaller()
  expect(tall.exact.value?.scale).toBe(width)
})

test('going to a spot does not zoom out', async () => {
  const { viewport } = await mountViewport()
  viewport.onResize(STAGE)
  viewport.zoom(10)
  const scale = viewport.exact.value?.scale
  viewport.goTo({ x: 0.1, y: 0.1 })
  expect(viewport.exact.value?.scale).toBe(scale)
})

test('when the stage is resized, a moved image fits again, and a zoomed image keeps its scale', async () => {
  const { viewport } = await mountViewport()
  const half = { width: 500, height: 800 }
  const placed = () => viewport.exact.value ?? { x: 0, y: 0, scale: 0 }
  viewport.onResize(STAGE)
  const whole = placed()
  viewport.onResize(half)
  viewport.change({ ...placed(), x: 200, y: 300 } as View)
  viewport.onResize(STAGE)
  expect(placed().scale).toBeCloseTo(whole.scale)
  expect(placed().x).toBeCloseTo(whole.x)
  expect(viewport.fitted.value).toBe(false)

  viewport.fit()
  viewport.onResize(half)
  viewport.zoom(4)
  const { scale } = placed()
  viewport.change({ ...placed(), x: 100, y: 100 } as View)
  viewport.onResize(STAGE)
  expect(placed().scale).toBe(scale)
  // The image has moved, so that no part of the stage to its left stays empty.
  expect(placed().x).toBeLessThanOrEqual(12)
})

test('a scrolled tall image shows the same part when the width of the stage changes', async () => {
  const { viewport } = await mountViewport({ width: 800, height: 8000 })
  viewport.onResize(STAGE)
  const seen = () => viewport.exact.value && toNormalized(viewport.exact.value, { x: 0, y: 400 }).y
  viewport.change({ ...viewport.exact.value, y: -3000 } as View)
  const before = seen() ?? 0
  viewport.onResize({ width: 500, height: 800 })
  expect(seen()).toBeCloseTo(before)
  expect((viewport.exact.value?.scale ?? 0) * 800).toBeCloseTo(500 - 24)
})

test('after a preview has scrolled to a spot, resizing the stage fits the whole image again', async () => {
  const { viewport } = await mountViewport({ width: 800, height: 8000 })
  viewport.onResize(STAGE)
  const top = viewport.exact.value?.y
  viewport.preview({ x: 0.5, y: 0.5 })
  const view = viewport.exact.value
  expect(view && isVisible(view, { x: 0.5, y: 0.5 })).toBe(true)
  viewport.onResize({ width: 500, height: 800 })
  expect(viewport.exact.value?.y).toBe(top)
})

test('on a stage that crops images, an image fills the width of the stage and shows its top', async () => {
  const low = { width: 390, height: 180 }
  const { result: viewport, page } = await mountOnReview(
    () => useViewport(() => ({ width: 1280, height: 800 }), { crops: () => true }),
    { artifacts: [artifact('a')] },
  )
  openTarget(page, 'art_a')
  await nextTick()
  viewport.onResize(low)
  const { x, y, scale = 0 } = viewport.view.value ?? {}
  expect([x, y, Math.round(1280 * scale)]).toEqual([12, 12, 366])
  // The selected mark is moved into the middle.
  viewport.reveal({ x: 0.5, y: 0.9 })
  const spot = viewport.view.value && toScreen(viewport.view.value, { x: 0.5, y: 0.9 })
  expect(spot?.y).toBeGreaterThan(0)
  expect(spot?.y).toBeLessThan(180)
})

test('after a comparison that showed a spot, the single image is fitted again', async () => {
  const image = () => ({ width: 2000, height: 1000 })
  const mounted = await mountOnReview(
    () => ({
      single: useViewport(image),
      again: useViewport(image),
      comparison: useViewport(image, { isComparison: true }),
    }),
    { artifacts: [artifact('a', 2)] },
  )
  const { single, again, comparison } = mounted.result
  openTarget(mounted.page, 'art_a')
  await nextTick()
  single.onResize(STAGE)
  comparison.onResize({ width: 480, height: 800 })
  comparison.goTo({ x: 0.1, y: 0.1, width: 0.05, height: 0.05 })
  comparison.goTo({ x: 0.8, y: 0.8, width: 0.05, height: 0.05 })
  expect(comparison.fitted.value).toBe(false)
  again.onResize(STAGE)
  expect(again.fitted.value).toBe(true)

  // A zoom that the person has chosen stays.
  comparison.onResize({ width: 480, height: 800 })
  comparison.goTo({ x: 0.1, y: 0.1, width: 0.05, height: 0.05 })
  comparison.zoom(1.5)
  const scale = comparison.exact.value?.scale
  again.onResize(STAGE)
  expect([again.fitted.value, again.exact.value?.scale]).toEqual([false, scale])
})
