import type { Shape } from '#shared/contract/geometry'
import { expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { boundsOf, hasExtent, shapeKinds } from '#shared/annotation/shapes'
import type { Mark } from '~/annotation/tools'
import { useAnnotationTools } from '~/stage/use-annotation-tools'
import { useViewport } from '~/stage/use-viewport'
import { fakeTimers } from '../../support/dom/browser'
import { pressKey } from '../../support/dom/keys'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView, stageElement } from '../../support/dom/stage'

const rectangle = (x: number): Shape => ({
  kind: 'rectangle',
  geometry: { x, y: 0.2, width: 0.2, height: 0.2 },
})
const own: Mark = { id: 'thr_1', shape: rectangle(0.2), editable: true }
const others: Mark = { id: 'thr_2', shape: rectangle(0.6), editable: false }

async function mountTools({ canDraw = true, marks = [own, others] } = {}) {
  const selected = ref<string | null>(null)
  const done = {
    draft: vi.fn(),
    select: vi.fn((id: string | null) => {
      selected.value = id
    }),
    leave: vi.fn(),
    edit: vi.fn(),
    remove: vi.fn(),
    hover: vi.fn(),
  }
  const mounted = await mountOnReview(() => {
    const viewport = useViewport(() => plainView.image)
    const tools = useAnnotationTools({
      viewport,
      marks: () => marks,
      selectedId: () => selected.value,
      canDraw,
      ...done,
    })
    return { viewport, tools }
  })
  const { viewport, tools } = mounted.result
  viewport.onResize(plainView.stage)
  viewport.change(plainView)
  const stage = stageElement(tools.listeners)
  const pin = document.createElement('button')
  pin.dataset.mark = 'thr_1'
  stage.element.append(pin)
  const key = (name: string, more = {}) => pressKey(name, { on: stage.element, ...more })
  return { ...mounted, ...stage, ...done, viewport, tools, selected, pin, key }
}

test('a drag with a drawing tool previews a shape, and its end drafts a comment with the shape', async () => {
  const { tools, draft, pointer } = await mountTools()
  tools.tool.value = 'ellipse'
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 200, 200)
  expect(tools.preview.value).toMatchObject({ id: null, shape: { kind: 'ellipse' } })
  pointer('pointerup', 200, 200)
  expect(draft).toHaveBeenCalledWith({ kind: 'ellipse', geometry: { cx: 0.15, cy: 0.3, rx: 0.05, ry: 0.1 } })
  expect(tools.preview.value).toBeNull()
})

test('a click with the point tool drafts a point inside the image, but not outside of it', async () => {
  const { tools, draft, drag } = await mountTools({ marks: [] })
  tools.tool.value = 'point'
  drag([[250, 250]])
  expect(draft).toHaveBeenCalledWith({ kind: 'point', geometry: { x: 0.25, y: 0.5 } })
  drag([[250, 600]])
  expect(draft).toHaveBeenCalledTimes(1)
})

test('a second finger cancels the shape that is being drawn', async () => {
  const { tools, draft, pointer } = await mountTools()
  tools.tool.value = 'rectangle'
  const [one, two] = [1, 2].map(pointerId => ({ pointerId, pointerType: 'touch' }))
  pointer('pointerdown', 100, 100, one)
  pointer('pointermove', 300, 300, one)
  pointer('pointerdown', 500, 300, two)
  pointer('pointerup', 500, 300, two)
  pointer('pointerup', 300, 300, one)
  expect(draft).not.toHaveBeenCalled()
  expect(tools.preview.value).toBeNull()
})

test('choosing another tool cancels the shape that is being drawn', async () => {
  const { tools, draft, pointer } = await mountTools()
  tools.tool.value = 'rectangle'
  await nextTick()
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 300, 300)
  tools.tool.value = 'ellipse'
  await nextTick()
  pointer('pointerup', 300, 300)
  expect(draft).not.toHaveBeenCalled()
})

test('a drag moves a person’s own selected mark, but not a mark of another person', async () => {
  const { edit, drag, selected } = await mountTools()
  selected.value = 'thr_1'
  drag([
    [200, 150],
    [250, 150],
    [300, 150],
  ])
  expect(edit).toHaveBeenCalledWith('thr_1', expect.objectContaining({ kind: 'rectangle' }))
  const [, moved] = edit.mock.calls[0] as [string, ReturnType<typeof rectangle>]
  expect(moved.geometry).toMatchObject({ x: 0.3, y: 0.2 })
  drag([
    [600, 150],
    [700, 150],
  ])
  expect(edit).toHaveBeenCalledTimes(1)
})

test('holding a drag at the edge of the stage scrolls the image and extends the drawn shape', async () => {
  fakeTimers()
  const { tools, viewport, pointer, draft } = await mountTools({ marks: [] })
  const top = () => Math.round(viewport.exact.value?.y ?? 0)
  viewport.change({ ...plainView, image: { width: 1000, height: 2000 } })
  tools.tool.value = 'rectangle'
  pointer('pointerdown', 100, 490)
  pointer('pointermove', 200, 495)
  vi.advanceTimersByTime(500)
  // The image does not scroll, because the drag began at this edge.
  expect(top()).toBe(0)
  pointer('pointermove', 200, 300)
  pointer('pointermove', 300, 495)
  vi.advanceTimersByTime(500)
  const scrolled = top()
  expect(scrolled).toBeLessThan(-50)
  // Advances 20 s, because the page sends its next poll only after 30 s.
  vi.advanceTimersByTime(20_000)
  const end = top()
  expect(end).toBeLessThan(scrolled)
  // At the end of scrolling, the bottom of the image is above the toolbar.
  expect(end).toBeGreaterThanOrEqual(500 - 2000 - 80)
  pointer('pointerup', 300, 495)
  const [shape] = draft.mock.calls[0] as [ReturnType<typeof rectangle>]
  expect(shape.geometry).toMatchObject({ y: 0.245, height: 1 - 0.245 })
  vi.advanceTimersByTime(500)
  expect(top()).toBe(end)
})

test('Escape stops the scrolling at the edge of the stage', async () => {
  fakeTimers()
  const { tools, viewport, pointer, key, draft } = await mountTools({ marks: [] })
  viewport.change({ ...plainView, image: { width: 1000, height: 2000 } })
  tools.tool.value = 'rectangle'
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 200, 499)
  vi.advanceTimersByTime(200)
  key('Escape')
  const before = viewport.exact.value?.y
  expect(before).toBeLessThan(0)
  vi.advanceTimersByTime(500)
  expect(viewport.exact.value?.y).toBe(before)
  expect(draft).not.toHaveBeenCalled()
})

test('a click on a mark selects it', async () => {
  const { select, drag } = await mountTools()
  drag([[600, 150]])
  expect(select).toHaveBeenCalledWith('thr_2')
})

test('a drag moves the image if the middle button or Space is held', async () => {
  const { tools, viewport, drag, draft } = await mountTools()
  tools.tool.value = 'rectangle'
  drag(
    [
      [100, 100],
      [150, 120],
    ],
    { button: 1 },
  )
  expect([viewport.exact.value?.x, viewport.exact.value?.y]).toEqual([50, 20])
  tools.holdSpace(true)
  drag([
    [100, 100],
    [150, 120],
  ])
  tools.holdSpace(false)
  expect([viewport.exact.value?.x, viewport.exact.value?.y]).toEqual([100, 40])
  expect(draft).not.toHaveBeenCalled()
})

test('pressing Space without a drag fits the image to the stage', async () => {
  const { tools, viewport } = await mountTools()
  tools.holdSpace(true)
  tools.holdSpace(true)
  tools.holdSpace(false)
  expect(viewport.exact.value?.x).toBeGreaterThan(0)
})

test('Enter places a mark, the arrow keys move it, and a second Enter drafts a comment with it', async () => {
  const { tools, draft, key } = await mountTools({ marks: [] })
  tools.tool.value = 'point'
  await nextTick()
  expect(key('Enter')).toBe(true)
  const { x } = (tools.placing.value as { geometry: { x: number } }).geometry
  key('ArrowRight')
  expect(key('Enter')).toBe(true)
  const [[placed]] = draft.mock.calls as [[{ geometry: { x: number } }]]
  expect(placed.geometry.x).toBeCloseTo(x + 0.001)
})

test.each(shapeKinds)('a shape of kind %s is placed, moved and resized with keys alone', async kind => {
  const { tools, draft, key } = await mountTools({ marks: [] })
  tools.tool.value = kind
  await nextTick()
  key('Enter')
  key('ArrowRight', { shiftKey: true })
  key('ArrowRight', { altKey: true, shiftKey: true })
  key('Enter')
  const [[placed]] = draft.mock.calls as [[Shape]]
  expect(placed.kind).toBe(kind)
  const { x, width } = boundsOf(placed)
  // The shape was placed in the middle, moved by ten pixels, and made ten pixels wider.
  expect(x + width / 2).toBeCloseTo(hasExtent(placed) ? 0.515 : 0.51, 5)
})

test('Escape removes a mark that is being placed by keyboard', async () => {
  const { tools, draft, key } = await mountTools({ marks: [] })
  tools.tool.value = 'point'
  await nextTick()
  key('Enter')
  key('Escape')
  expect(tools.placing.value).toBeNull()
  expect(draft).not.toHaveBeenCalled()
})

test('moving a selected mark with several arrow keys saves the mark only after the last key', async () => {
  const { edit, key, selected } = await mountTools()
  fakeTimers()
  selected.value = 'thr_1'
  key('ArrowRight')
  await vi.advanceTimersByTimeAsync(500)
  key('ArrowRight')
  await vi.advanceTimersByTimeAsync(500)
  expect(edit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(edit).toHaveBeenCalledTimes(1)
  const [[, moved]] = edit.mock.calls as [[string, { geometry: { x: number } }]]
  expect(moved.geometry.x).toBeCloseTo(0.202)
})

test('a mark moved with the arrow keys is saved when the stage loses the focus or is unmounted', async () => {
  const { edit, key, selected, element, wrapper } = await mountTools()
  selected.value = 'thr_1'
  key('ArrowRight')
  element.dispatchEvent(new Event('focusout'))
  expect(edit).toHaveBeenCalledTimes(1)
  key('ArrowRight')
  wrapper.unmount()
  expect(edit).toHaveBeenCalledTimes(2)
})

test('Delete on a pin removes the mark, and other handlers do not receive the key', async () => {
  const { remove, pin } = await mountTools()
  const outside = vi.fn()
  window.addEventListener('keydown', outside)
  expect(pressKey('Delete', { on: pin })).toBe(true)
  window.removeEventListener('keydown', outside)
  expect(remove).toHaveBeenCalledWith('thr_1')
  expect(outside).not.toHaveBeenCalled()
})

test('keys with Ctrl, and Enter on a pin, are handled by the browser', async () => {
  const { key, pin, selected } = await mountTools()
  selected.value = 'thr_1'
  expect(key('ArrowRight', { ctrlKey: true })).toBe(false)
  expect(pressKey('Enter', { on: pin })).toBe(false)
})

test('if drawing is not allowed, a drag moves the image, and Enter places no mark', async () => {
  const { draft, edit, viewport, drag, key } = await mountTools({ canDraw: false })
  drag([
    [100, 100],
    [150, 120],
  ])
  expect([viewport.exact.value?.x, viewport.exact.value?.y]).toEqual([50, 20])
  expect(key('Enter')).toBe(false)
  expect([draft.mock.calls, edit.mock.calls]).toEqual([[], []])
})

test('the stage reports the mark under the pointer until the pointer leaves the mark', async () => {
  const { tools, hover, pointer, selected } = await mountTools()
  pointer('pointermove', 200, 150)
  expect(hover).toHaveBeenLastCalledWith('thr_1')
  expect(tools.cursor.value).toBe('pointer')
  pointer('pointermove', 300, 150)
  expect(tools.cursor.value).toBe('crosshair')
  selected.value = 'thr_1'
  pointer('pointermove', 300, 150)
  expect([hover.mock.lastCall, tools.cursor.value]).toEqual([['thr_1'], 'move'])
  pointer('pointermove', 600, 150)
  expect(tools.cursor.value).toBe('pointer')
  pointer('pointermove', 950, 450)
  expect([hover.mock.lastCall, tools.cursor.value]).toEqual([[undefined], 'default'])
  pointer('pointerleave', 950, 450)
  expect(hover).toHaveBeenLastCalledWith(undefined)
})
