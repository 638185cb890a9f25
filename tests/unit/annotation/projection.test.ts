import { describe, expect, it } from 'vitest'
import {
  isOnImage,
  isVisible,
  imageDistance,
  toNormalized,
  toScreen,
  toScreenBox,
  visibleBox,
  type ScreenPoint,
  type View,
} from '#shared/annotation/projection'
import {
  actualSize,
  centerOn,
  fit,
  fitWidth,
  MAX_SCALE,
  MIN_SCALE,
  pan,
  pinch,
  resize,
  scrollBy,
  scrollTo,
  snap,
  zoomAt,
} from '~/annotation/zoom-and-pan'
import { seeded } from '../../support/seeded'

const image = { width: 1280, height: 800 }
const tall = { width: 1280, height: 20_000 }
const stage = { width: 900, height: 700 }
const corners = (view: View) => toScreenBox(view, { x: 0, y: 0, width: 1, height: 1 })

describe('an image on its stage', () => {
  it('fitting an image shows the whole image in the middle of the stage, and does not enlarge it', () => {
    const view = fit(image, stage)
    expect(view.scale).toBeCloseTo(876 / 1280)
    expect(view.x + 640 * view.scale).toBeCloseTo(450)
    expect(fit({ width: 129, height: 20 }, stage)).toMatchObject({ scale: 1, x: 385.5, y: 340 })
    expect(fit(image, { width: 10, height: 10 }).scale).toBe(MIN_SCALE)
  })

  it('fitting a tiny image enlarges it by an integer factor, to at most half of the stage', () => {
    expect(fit({ width: 128, height: 20 }, stage)).toMatchObject({ scale: 3, x: 258, y: 320 })
    expect(fit({ width: 10, height: 10 }, stage).scale).toBe(MAX_SCALE)
    expect(fit({ width: 100, height: 100 }, { width: 300, height: 300 }).scale).toBe(1)
    expect(fit({ width: 100, height: 100 }, { width: 98, height: 98 }, 24).scale).toBe(0.5)
  })

  it('fitting an image leaves the given padding free around it', () => {
    const box = corners(fit(image, stage, 100))
    expect([box.x, box.x + box.width]).toEqual([expect.closeTo(100), expect.closeTo(800)])
  })

  it('a tall image that is fitted by width fills the width of the stage, and begins at its top', () => {
    const view = fitWidth(tall, stage)
    expect([view.x, view.y, view.scale]).toEqual([expect.closeTo(12), 12, expect.closeTo(876 / 1280)])
    expect(fitWidth({ width: 100, height: 9000 }, stage)).toMatchObject({ scale: 1, x: 400 })
  })

  it('at 100 %, an image pixel is as large as a CSS pixel, or as a device pixel if requested', () => {
    const view = fit(image, stage)
    expect(actualSize(view).scale).toBe(1)
    expect(actualSize(view, 2).scale).toBe(0.5)
    const cursor = { x: 300, y: 300 }
    expect(toNormalized(actualSize(view, 2, cursor), cursor)).toEqual(toNormalized(view, cursor))
  })

  it('zooming by a factor or to a scale keeps the image point under the cursor in place', () => {
    const random = seeded(3)
    let view = fit(image, stage)
    for (let i = 0; i < 500; i++) {
      const cursor = { x: 64 + random() * (stage.width - 128), y: 64 + random() * (stage.height - 128) }
      const to = random() < 0.5 ? { factor: 0.5 + random() * 1.5 } : { scale: 0.1 + random() * 8 }
      const next = zoomAt(view, to, cursor)
      if (isOnImage(view, cursor)) {
        const [was, is] = [toNormalized(view, cursor), toNormalized(next, cursor)]
        expect([is.x, is.y]).toEqual([expect.closeTo(was.x, 5), expect.closeTo(was.y, 5)])
      }
      view = i % 20 === 0 ? fit(image, stage) : next
    }
  })

  it('zooming without a cursor position is centered on the stage, and respects the scale limits', () => {
    const view = fit(image, stage)
    expect(zoomAt(view, { factor: 2 })).toEqual(zoomAt(view, { factor: 2 }, { x: 450, y: 350 }))
    expect([zoomAt(view, { scale: 1e6 }).scale, zoomAt(view, { factor: 0 }).scale]).toEqual([
      MAX_SCALE,
      MIN_SCALE,
    ])
  })

  it('a part of the image always stays visible on the stage, after any sequence of changes', () => {
    const random = seeded(5)
    const any = (extent: number) => (random() - 0.5) * 2 * extent
    let view = fit(image, stage)
    for (let i = 0; i < 2000; i++) {
      const cursor = { x: any(2000), y: any(2000) }
      const moves = [
        () => pan(view, any(5000), any(5000)),
        () => zoomAt(view, { factor: 0.2 + random() * 3 }, cursor),
        () => resize(view, { width: 40 + random() * 2000, height: 40 + random() * 1500 }),
        () => scrollBy(view, any(3000), any(3000)),
        () => centerOn(view, { x: random(), y: random() }),
        () =>
          pinch(
            view,
            [cursor, { x: any(900), y: any(700) }],
            [
              { x: any(900), y: any(700) },
              { x: any(900), y: any(700) },
            ],
          ),
      ]
      view = moves[i % moves.length]?.() ?? view
      const box = corners(view)
      // On each axis, at least 64 CSS pixels of the image stay visible, or half of the stage if that is less.
      expect(Math.min(box.x + box.width, view.stage.width - box.x)).toBeGreaterThan(
        Math.min(64, view.stage.width / 2) - 0.001,
      )
      expect(Math.min(box.y + box.height, view.stage.height - box.y)).toBeGreaterThan(
        Math.min(64, view.stage.height / 2) - 0.001,
      )
    }
  })

  it('an image returns to its position after a pan and the opposite pan', () => {
    const view = fit(image, stage)
    expect(pan(pan(view, 120, -80), -120, 80)).toEqual({
      ...view,
      x: expect.closeTo(view.x),
      y: expect.closeTo(view.y),
    })
  })

  it('a pinch keeps the image points under the two fingers in place', () => {
    const view = fit(image, stage)
    const before: [ScreenPoint, ScreenPoint] = [
      { x: 300, y: 300 },
      { x: 400, y: 300 },
    ]
    const after: [ScreenPoint, ScreenPoint] = [
      { x: 280, y: 310 },
      { x: 480, y: 310 },
    ]
    const pinched = pinch(view, before, after)
    expect(pinched.scale).toBeCloseTo(view.scale * 2)
    for (const finger of [0, 1] as const)
      expect(toScreen(pinched, toNormalized(view, before[finger]))).toEqual({
        x: expect.closeTo(after[finger].x, 1),
        y: expect.closeTo(after[finger].y, 1),
      })
    expect(pinch(view, before, before)).toEqual(view)
  })

  it('resizing the stage keeps the image point in its center, and resizing it back restores the view', () => {
    const view = centerOn(zoomAt(fit(image, stage), { factor: 6 }), { x: 0.3, y: 0.3 })
    const wider = resize(view, { width: 1200, height: 500 })
    expect(toScreen(wider, { x: 0.3, y: 0.3 })).toEqual({ x: expect.closeTo(600), y: expect.closeTo(250) })
    expect(resize(wider, stage)).toEqual({ ...view, x: expect.closeTo(view.x), y: expect.closeTo(view.y) })
  })

  it('centering on a box zooms out if the box does not fit, and never zooms in', () => {
    const view = zoomAt(fit(image, stage), { scale: 6 })
    expect(isVisible(view, { x: 0.02, y: 0.02 })).toBe(false)
    expect(toScreen(centerOn(view, { x: 0.3, y: 0.4 }), { x: 0.3, y: 0.4 })).toEqual({
      x: expect.closeTo(450),
      y: expect.closeTo(350),
    })
    const small = { x: 0.4, y: 0.4, width: 0.02, height: 0.02 }
    expect(centerOn(view, small).scale).toBe(6)
    const large = centerOn(view, { x: 0.1, y: 0.1, width: 0.8, height: 0.5 })
    expect(toScreenBox(large, { x: 0.1, y: 0.1, width: 0.8, height: 0.5 })).toMatchObject({
      x: expect.closeTo(12),
      width: expect.closeTo(876),
    })
  })

  it('centering on a box keeps the whole image visible along an axis on which it fits', () => {
    const wide = fit({ width: 1600, height: 460 }, stage)
    const low = { x: 0.05, y: 0.85, width: 0.9, height: 0.1 }
    const zoomedOut = centerOn(zoomAt(wide, { scale: 1 }), low)
    expect(zoomedOut.y).toBeCloseTo((stage.height - 460 * zoomedOut.scale) / 2)
    const dragged = pan(fit({ width: 300, height: 300 }, stage), 0, -400)
    expect(corners(centerOn(dragged, { x: 0.5, y: 0.1 })).y).toBeCloseTo(200)
  })

  it('scrolling moves an image up to its edges, and only along axes on which it does not fit', () => {
    const view = fitWidth(tall, stage)
    expect(scrollBy(view, 0, 100)).toMatchObject({ x: view.x, y: view.y - 100 })
    expect(scrollBy(view, 50, -500)).toEqual(view)
    const end = corners(scrollBy(view, 0, 1e6))
    expect(end.y + end.height).toBeCloseTo(stage.height - 12)
    expect(scrollBy(fit(image, stage), 300, 300)).toEqual(fit(image, stage))
  })

  it('scrolling to the end shows the lower edge of an image above the bars that cover the stage', () => {
    const end = corners(scrollBy({ ...fitWidth(tall, stage), covered: 68 }, 0, 1e6))
    expect(end.y + end.height).toBeCloseTo(stage.height - 68)
  })

  it('scrolling to the start shows the upper edge of an image below the bars that cover the stage', () => {
    const view = { ...fitWidth(tall, stage), coveredAbove: 40 }
    expect(scrollBy(view, 0, -1e6).y).toBe(40)
    expect(centerOn({ ...view, y: -200 }, { x: 0.9, y: 0, width: 0.05, height: 0.01 }).y).toBe(40)
    expect(isVisible({ ...view, y: 20 }, { x: 0.5, y: 0 })).toBe(false)
  })

  it('scrollTo centers a spot on the stage, as far as the edges of the image allow this', () => {
    const view = fitWidth(tall, stage)
    expect(scrollTo(view, { x: 0.9, y: 0.5 })).toMatchObject({
      x: view.x,
      y: expect.closeTo(stage.height / 2 - (tall.height * view.scale) / 2),
    })
    expect(scrollTo(view, { x: 0, y: 0 }).y).toBe(12)
    const end = corners(scrollTo({ ...view, covered: 68 }, { x: 0, y: 1 }))
    expect(end.y + end.height).toBeCloseTo(stage.height - 68)
    const zoomed = zoomAt(fit(image, stage), { scale: 6 })
    expect(toScreen(scrollTo(zoomed, { x: 0.3, y: 0.4 }), { x: 0.3, y: 0.4 })).toEqual({
      x: expect.closeTo(stage.width / 2),
      y: expect.closeTo(stage.height / 2),
    })
  })

  it('an image that was dragged beyond its edge does not jump when it is scrolled', () => {
    const dragged = pan(fitWidth(tall, stage), 0, 300)
    expect(scrollBy(dragged, 0, 10).y).toBe(dragged.y - 10)
    expect(scrollBy(dragged, 0, -10).y).toBe(dragged.y)
  })
})

describe('coordinates', () => {
  it('image coordinates are unchanged after a conversion to the stage and back', () => {
    const random = seeded(7)
    for (let i = 0; i < 1000; i++) {
      const shown = i % 2 ? image : tall
      const spot = { x: random(), y: random() }
      const view = zoomAt(
        pan(fit(shown, stage), 300 * random(), -200),
        { factor: 0.2 + 8 * random() },
        { x: 100, y: 50 },
      )
      expect(toNormalized(view, toScreen(view, spot))).toEqual({
        x: expect.closeTo(spot.x, 5),
        y: expect.closeTo(spot.y, 5),
      })
    }
  })

  it('coordinates outside of the image are clamped to its edges', () => {
    const view = fit(image, stage)
    expect(toNormalized(view, { x: -5000, y: 5000 })).toEqual({ x: 0, y: 1 })
    expect([isOnImage(view, { x: 450, y: 350 }), isOnImage(view, { x: 450, y: 10 })]).toEqual([true, false])
  })

  it('coordinates have no more than six decimals', () => {
    expect(toNormalized(fit(image, stage), { x: 333, y: 333 }).x).toBe(0.366438)
  })

  it('visibleBox and imageDistance return fractions of the size of the image', () => {
    expect(visibleBox(fit(image, stage))).toEqual({ x: 0, y: 0, width: 1, height: 1 })
    const seen = visibleBox(zoomAt(fit(image, stage), { scale: 1 }))
    expect(seen.width).toBeCloseTo(900 / 1280, 5)
    expect(imageDistance(fit(tall, stage), 10)).toEqual({ x: 10 / 1280, y: 10 / 20_000 })
  })

  it('snapping rounds the position of an image to whole device pixels, but not its scale', () => {
    const view = { ...fit(image, stage), x: 10.3, y: -4.74 }
    expect(snap(view, 1)).toEqual({ ...view, x: 10, y: -5 })
    expect(snap(view, 2)).toEqual({ ...view, x: 10.5, y: -4.5 })
  })
})
