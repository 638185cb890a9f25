import { expect, test, vi } from 'vitest'
import { usePointers } from '~/stage/use-pointers'
import { useViewport } from '~/stage/use-viewport'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView, stageElement } from '../../support/dom/stage'

async function mountPointers() {
  const gesture = { press: vi.fn(), follow: vi.fn(), release: vi.fn(), cancel: vi.fn(), hover: vi.fn() }
  const { result } = await mountOnReview(() => {
    const viewport = useViewport(() => plainView.image)
    return { viewport, ...usePointers(viewport, gesture) }
  })
  const { viewport } = result
  viewport.onResize(plainView.stage)
  viewport.change(plainView)
  const wheel = (init: WheelEventInit) => {
    // In happy-dom, a WheelEvent is not a MouseEvent and has neither a position nor modifier keys, so they
    // are added.
    const mouse = { clientX: 0, clientY: 0, ctrlKey: false, metaKey: false, shiftKey: false }
    const event = new WheelEvent('wheel', { cancelable: true, ...init })
    Object.assign(event, mouse, init)
    stage.element.dispatchEvent(event)
    return event.defaultPrevented
  }
  const stage = stageElement(result.listeners)
  return { gesture, viewport, wheel, listeners: result.listeners, interrupt: result.interrupt, ...stage }
}

test('a gesture of one pointer lasts from its press to its release', async () => {
  const { gesture, pointer } = await mountPointers()
  pointer('pointermove', 10, 10)
  expect(gesture.hover).toHaveBeenCalledWith({ x: 10, y: 10 })
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 103, 104)
  pointer('pointermove', 106, 108)
  pointer('pointerup', 106, 108)
  expect(gesture.follow.mock.calls.map(([{ dx, dy, distance }]) => [dx, dy, distance])).toEqual([
    [3, 4, 5],
    [3, 4, 10],
  ])
  expect(gesture.release).toHaveBeenCalledTimes(1)
  expect(gesture.hover).toHaveBeenCalledTimes(1)
})

test('pressing the right button starts no gesture', async () => {
  const { gesture, pointer } = await mountPointers()
  pointer('pointerdown', 100, 100, { button: 2 })
  expect(gesture.press).not.toHaveBeenCalled()
})

test('a second finger cancels the gesture of the first, and both fingers zoom', async () => {
  const { gesture, pointer, viewport } = await mountPointers()
  const [one, two] = [1, 2].map(pointerId => ({ pointerId, pointerType: 'touch' }))
  pointer('pointerdown', 400, 250, one)
  pointer('pointerdown', 600, 250, two)
  expect(gesture.cancel).toHaveBeenCalledTimes(1)
  pointer('pointermove', 300, 250, one)
  pointer('pointermove', 700, 250, two)
  expect(viewport.exact.value?.scale).toBeCloseTo(2)
  pointer('pointerup', 700, 250, two)
  pointer('pointerup', 300, 250, one)
  expect(gesture.release).not.toHaveBeenCalled()
})

test('an image that two fingers have made smaller is fitted when the last finger is lifted', async () => {
  const { pointer, viewport, element } = await mountPointers()
  viewport.fit()
  const [one, two] = [1, 2].map(pointerId => ({ pointerId, pointerType: 'touch' }))
  for (const end of ['pointerup', 'pointercancel']) {
    pointer('pointerdown', 300, 250, one)
    pointer('pointerdown', 700, 250, two)
    pointer('pointermove', 510, 250, two)
    pointer('pointerup', 510, 250, two)
    expect([viewport.fitted.value, element.dataset.held]).toEqual([false, ''])
    pointer(end, 300, 250, one)
    expect([viewport.fitted.value, element.dataset.held]).toEqual([true, undefined])
  }
})

test('lifting the two fingers of a pinch does not count as a click, but the next tap does', async () => {
  const { gesture, pointer, drag } = await mountPointers()
  const [one, two] = [1, 2].map(pointerId => ({ pointerId, pointerType: 'touch' }))
  pointer('pointerdown', 400, 250, one)
  pointer('pointerdown', 600, 250, two)
  pointer('pointermove', 700, 250, two)
  pointer('pointerup', 700, 250, two)
  pointer('pointerup', 400, 250, one)
  expect(gesture.release).not.toHaveBeenCalled()
  drag([[400, 250]], one)
  expect(gesture.release).toHaveBeenCalledTimes(1)
})

test('a pointer that the browser cancels also cancels the gesture', async () => {
  const { gesture, pointer } = await mountPointers()
  pointer('pointercancel', 0, 0)
  expect(gesture.cancel).not.toHaveBeenCalled()
  pointer('pointerdown', 100, 100)
  pointer('pointercancel', 100, 100)
  pointer('pointermove', 200, 200)
  expect(gesture.cancel).toHaveBeenCalledTimes(1)
  expect(gesture.follow).not.toHaveBeenCalled()
})

test('the wheel zooms and scrolls the stage instead of the page', async () => {
  const { wheel, viewport } = await mountPointers()
  expect(wheel({ deltaY: -40, ctrlKey: true })).toBe(true)
  expect(viewport.exact.value?.scale).toBeCloseTo(Math.exp(0.2))
  expect(wheel({ deltaY: 30 })).toBe(true)
  expect(viewport.exact.value?.y).toBeCloseTo(-30)
})

test('zooming in small steps with a trackpad keeps the point under the cursor in place', async () => {
  const { wheel, viewport } = await mountPointers()
  const cursor = { x: 260, y: 140 }
  const under = () => {
    const { x, y, scale } = viewport.view.value ?? plainView
    return [(cursor.x - x) / scale, (cursor.y - y) / scale] as const
  }
  const before = under()
  for (let step = 0; step < 250; step++)
    wheel({ deltaY: -1, ctrlKey: true, clientX: cursor.x, clientY: cursor.y })
  const { scale = 0 } = viewport.view.value ?? {}
  expect(scale).toBeGreaterThan(3)
  // The many small zoom steps together have moved the point by less than one device pixel.
  for (const axis of [0, 1] as const) expect(Math.abs(under()[axis] - before[axis]) * scale).toBeLessThan(1)
})

test('the mouse events after a tap do not move the focus', async () => {
  const { pointer } = await mountPointers()
  pointer('pointerdown', 1, 1)
  expect(pointer('mousedown', 1, 1)).toBe(false)
  pointer('pointerup', 1, 1)
  pointer('pointerdown', 1, 1, { pointerType: 'touch' })
  expect(pointer('mousedown', 1, 1)).toBe(true)
})

test('a tap that moves the focus does not press an element that has moved under the finger', async () => {
  const { element, pointer } = await mountPointers()
  const field = document.createElement('textarea')
  document.body.append(field)
  const lift = () => {
    const event = new Event('touchend', { bubbles: true, cancelable: true })
    element.dispatchEvent(event)
    return event.defaultPrevented
  }
  pointer('pointerdown', 1, 1, { pointerType: 'touch' })
  pointer('pointerup', 1, 1, { pointerType: 'touch' })
  expect(lift()).toBe(false)
  pointer('pointerdown', 1, 1, { pointerType: 'touch' })
  pointer('pointerup', 1, 1, { pointerType: 'touch' })
  field.focus()
  expect(lift()).toBe(true)
  field.remove()
})

test('two fingers on two elements with the same listeners zoom by their distance on the screen', async () => {
  const { listeners, pointer, viewport } = await mountPointers()
  const lower = stageElement(listeners)
  lower.element.getBoundingClientRect = () => new DOMRect(0, 500, 1000, 500)
  const [one, two] = [1, 2].map(pointerId => ({ pointerId, pointerType: 'touch' }))
  pointer('pointerdown', 500, 450, one)
  lower.pointer('pointerdown', 500, 550, two)
  pointer('pointermove', 500, 400, one)
  lower.pointer('pointermove', 500, 600, two)
  expect(viewport.exact.value?.scale).toBeCloseTo(2)
  // The middle between both fingers was at the lower edge of the first element.
  expect(viewport.exact.value?.y).toBeCloseTo(-500)
})

test('a gesture is cancelled when the size of the stage changes', async () => {
  const { gesture, pointer, viewport } = await mountPointers()
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 190, 160)
  viewport.onResize({ width: 500, height: 1000 })
  expect(gesture.cancel).toHaveBeenCalledTimes(1)
  pointer('pointermove', 200, 160)
  pointer('pointerup', 200, 160)
  expect(gesture.follow).toHaveBeenCalledTimes(1)
  expect(gesture.release).not.toHaveBeenCalled()
})

test('a finger whose gesture was interrupted still zooms with a second finger', async () => {
  const { gesture, pointer, viewport, interrupt } = await mountPointers()
  const [one, two] = [1, 2].map(pointerId => ({ pointerId, pointerType: 'touch' }))
  pointer('pointerdown', 400, 250, one)
  interrupt()
  expect(gesture.cancel).toHaveBeenCalledTimes(1)
  pointer('pointerdown', 600, 250, two)
  pointer('pointermove', 300, 250, one)
  pointer('pointermove', 700, 250, two)
  expect(viewport.exact.value?.scale).toBeCloseTo(2)
  pointer('pointerup', 700, 250, two)
  pointer('pointerup', 300, 250, one)
  expect(gesture.release).not.toHaveBeenCalled()
})
