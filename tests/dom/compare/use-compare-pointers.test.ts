import type { Window as HappyWindow } from 'happy-dom'
import { expect, onTestFinished, test } from 'vitest'
import { boundsOf, moveShape } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import type { Side } from '~/compare/pair'
import type { ShownSide } from '~/compare/shown-side'
import { useComparePointers } from '~/compare/use-compare-pointers'
import { useDraft } from '~/review-state/use-draft'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { useTool } from '~/stage/use-tool'
import { useViewport } from '~/stage/use-viewport'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { pressKey } from '../../support/dom/keys'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView, stageElement } from '../../support/dom/stage'

const happyWindow = window as unknown as HappyWindow
const evidence = artifact('a', 2)
const [one, two] = evidence.revisions.map(each => ({ artifact: evidence, revision: each }))
/** A side without a video. The older image is half as wide and high as the newer one. */
const sideOf = (side: Side | undefined, factor: number): ShownSide => ({
  ...{
    evidence: side ?? null,
    src: null,
    loading: false,
    label: '',
    address: null,
    video: null,
    mark: null,
    threads: [],
    pending: [],
  },
  size: { width: plainView.image.width * factor, height: plainView.image.height * factor },
})
const before = sideOf(one, 0.5)
const after = sideOf(two, 1)
const accepted = sideOf({ artifact: evidence, revision: revision('rvs_0', 0) }, 1)

/** Mounts the gestures of a swipe whose divider is at 500 CSS pixels. */
async function mountSwipe(
  left = before,
  right = after,
  threads: Thread[] = [],
  olderPlace?: (shape: Shape) => Shape | null,
) {
  const { result } = await mountOnReview(
    () => {
      const viewport = useViewport(() => plainView.image)
      const gestures = useComparePointers(viewport, [() => left, () => right], olderPlace)
      const { threadId: openId, hoveredId } = useThreadSelection()
      return { viewport, gestures, openId, hoveredId, tool: useTool(), draft: useDraft().draft }
    },
    { artifacts: [evidence], threads },
  )
  const { viewport, gestures } = result
  viewport.onResize(plainView.stage)
  viewport.change(plainView)
  const stage = stageElement(gestures.on(({ x }) => (x < 500 ? 0 : 1)))
  const drawnOn = (side: 0 | 1) => gestures.marks[side].drafted.value.map(each => each.shape)
  const place = () => [viewport.exact.value?.x, viewport.exact.value?.y]
  return { ...result, ...stage, place, drawnOn }
}

test('a drag in a comparison draws a rectangle on the side on which it began', async () => {
  const { drawnOn, pointer, drag, draft, place } = await mountSwipe()
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 200, 150)
  expect(drawnOn(0)).toMatchObject([{ kind: 'rectangle' }])
  expect(drawnOn(1)).toEqual([])
  pointer('pointerup', 200, 150)
  expect(draft.value).toMatchObject({
    revisionId: 'rvs_1a',
    shape: { kind: 'rectangle', geometry: { x: 0.2, y: 0.4, width: 0.2, height: 0.2 } },
  })
  expect(drawnOn(0)).toHaveLength(1)
  // The drag crosses the divider.
  drag([
    [600, 100],
    [400, 200],
  ])
  expect(draft.value).toMatchObject({
    revisionId: 'rvs_2a',
    shape: { geometry: { x: 0.4, y: 0.2, width: 0.2, height: 0.2 } },
  })
  expect(place()).toEqual([0, 0])
})

test('a click in a comparison draws a point, and a drag draws with the selected drawing tool', async () => {
  const { drag, draft, tool } = await mountSwipe()
  drag([[750, 250]])
  expect(draft.value).toMatchObject({ shape: { kind: 'point', geometry: { x: 0.75, y: 0.5 } } })
  tool.value = 'arrow'
  drag([
    [100, 100],
    [200, 150],
  ])
  expect(draft.value).toMatchObject({ revisionId: 'rvs_1a', shape: { kind: 'arrow' } })
  tool.value = 'point'
  drag([
    [600, 100],
    [700, 250],
  ])
  expect(draft.value).toMatchObject({ shape: { kind: 'point', geometry: { x: 0.7, y: 0.5 } } })
})

test('with the tool that moves the image, a drag moves compared images', async () => {
  const { drag, draft, tool, place } = await mountSwipe()
  tool.value = 'pan'
  drag([
    [600, 100],
    [650, 120],
  ])
  expect(place()).toEqual([50, 20])
  expect(draft.value).toBeNull()
})

test('in a comparison, a click on a pin opens its comment, and another click starts a comment', async () => {
  // The pins of both images are at the position (100, 100) of the stage, where the divider shows the older
  // image.
  const older = thread('older', { geometry: { x: 0.2, y: 0.4 }, revision: 1 })
  const newer = thread('newer', { geometry: { x: 0.1, y: 0.2 }, revision: 2 })
  const pinned = (side: ShownSide, each: Thread) => ({ ...side, threads: [each] })
  const { drag, draft, openId, gestures, pointer } = await mountSwipe(
    pinned(before, older),
    pinned(after, newer),
    [older, newer],
  )
  pointer('pointermove', 100, 100)
  expect(gestures.cursor.value).toBe('pointer')
  drag([[100, 100]])
  expect(openId.value).toBe(older.threadId)
  expect(draft.value).toBeNull()
  pointer('pointermove', 600, 100)
  expect(gestures.cursor.value).toBe('crosshair')
  drag([[600, 100]])
  expect(draft.value).toMatchObject({ revisionId: 'rvs_2a', shape: { kind: 'point' } })
})

test('Space or the middle button and a drag move compared images', async () => {
  const { drag, draft, place } = await mountSwipe()
  const spots: [number, number][] = [
    [100, 100],
    [150, 120],
  ]
  drag(spots, { button: 1 })
  expect(place()).toEqual([50, 20])
  pressKey(' ')
  drag(spots)
  expect(place()).toEqual([100, 40])
  window.dispatchEvent(new KeyboardEvent('keyup', { key: ' ' }))
  expect(place()).toEqual([100, 40])
  expect(draft.value).toBeNull()
})

test('on a narrow stage, one finger scrolls compared images to their edges with any tool', async () => {
  happyWindow.happyDOM.setViewport({ width: 400 })
  onTestFinished(() => happyWindow.happyDOM.setViewport({ width: 1024 }))
  const { drag, draft, place, tool, viewport } = await mountSwipe()
  tool.value = 'ellipse'
  viewport.change({ ...plainView, scale: 2, x: -300, y: -300 })
  const spots: [number, number][] = [
    [100, 100],
    [110, 110],
    [150, 120],
  ]
  drag(spots, { pointerType: 'touch' })
  expect(place()).toEqual([-260, -290])
  drag([...spots, [900, 450]], { pointerType: 'touch' })
  expect(place()).toEqual([12, 12])
  expect(draft.value).toBeNull()
})

test('with larger texts, one finger scrolls compared images on a stage that is wider, too', async () => {
  happyWindow.happyDOM.setViewport({ width: 1000 })
  document.documentElement.style.fontSize = '32px'
  onTestFinished(() => {
    happyWindow.happyDOM.setViewport({ width: 1024 })
    document.documentElement.style.fontSize = ''
  })
  const { drag, draft, place, tool, viewport } = await mountSwipe()
  tool.value = 'ellipse'
  viewport.change({ ...plainView, scale: 2, x: -300, y: -300 })
  drag(
    [
      [100, 100],
      [110, 110],
      [150, 120],
    ],
    { pointerType: 'touch' },
  )
  expect(place()).toEqual([-260, -290])
  expect(draft.value).toBeNull()
})

test('a comment drawn on accepted evidence is made at the same place of the review’s revision', async () => {
  const { drag, draft, place, drawnOn, pointer, gestures } = await mountSwipe(accepted)
  pointer('pointermove', 100, 100)
  expect(gestures.cursor.value).toBe('crosshair')
  drag([
    [100, 100],
    [200, 150],
  ])
  expect(draft.value).toMatchObject({
    revisionId: 'rvs_2a',
    shape: { kind: 'rectangle', geometry: { x: 0.1, y: 0.2, width: 0.1, height: 0.1 } },
  })
  expect([drawnOn(0).length, drawnOn(1).length]).toEqual([0, 1])
  expect(place()).toEqual([0, 0])
})

test('Escape cancels a shape that is being drawn in a comparison, or else is left to the page', async () => {
  const { element, pointer, draft } = await mountSwipe()
  expect(pressKey('Escape', { on: element })).toBe(false)
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 200, 150)
  expect(pressKey('Escape', { on: element })).toBe(true)
  pointer('pointerup', 200, 150)
  expect(draft.value).toBeNull()
})

const area = { kind: 'rectangle' as const, geometry: { x: 0.2, y: 0.2, width: 0.2, height: 0.4 } }

test('both sides of a comparison show comment shapes; an open one has handles when hovered', async () => {
  const [older, newer] = [
    thread('older', { ...area, revision: 1 }),
    thread('newer', { ...area, revision: 2 }),
  ]
  const { gestures, openId, hoveredId } = await mountSwipe(
    { ...before, threads: [older] },
    { ...after, threads: [newer] },
    [older, newer],
  )
  openId.value = newer.threadId
  const saved = () => gestures.marks.map(each => each.saved.value)
  expect(saved()).toEqual([
    [{ id: older.threadId, shape: area, strong: false, filled: false, handles: false }],
    [{ id: newer.threadId, shape: area, strong: true, filled: false, handles: false }],
  ])
  hoveredId.value = newer.threadId
  expect(saved()[1]).toMatchObject([{ filled: false, handles: true }])
  hoveredId.value = older.threadId
  expect(saved()).toMatchObject([[{ strong: true, handles: false }], [{ handles: false }]])
})

test('in a comparison, a new shape can be resized by its handles and moved by its inside', async () => {
  const { drag, draft, gestures } = await mountSwipe()
  drag([
    [600, 100],
    [800, 300],
  ])
  expect(gestures.marks[1].drafted.value).toMatchObject([{ handles: true }])
  drag([
    [800, 300],
    [850, 320],
    [900, 350],
  ])
  expect(draft.value?.shape?.geometry).toMatchObject({
    ...{ x: 0.6, y: 0.2, width: expect.closeTo(0.3), height: expect.closeTo(0.5) },
  })
  drag([
    [700, 200],
    [650, 200],
    [600, 200],
  ])
  expect(draft.value?.shape?.geometry).toMatchObject({ x: expect.closeTo(0.5), y: expect.closeTo(0.2) })
})

test('in a swipe comparison, a new shape across the divider can be changed on both sides', async () => {
  const { drag, draft, gestures, pointer } = await mountSwipe()
  // The drag covers half of the width of the older image, whose visible part ends at the divider.
  drag([
    [300, 50],
    [490, 150],
  ])
  pointer('pointermove', 490, 150)
  expect(gestures.cursor.value).toBe('nwse-resize')
  drag([
    [490, 150],
    [450, 140],
    [400, 130],
  ])
  expect(draft.value?.revisionId).toBe('rvs_1a')
  // The line of an area at the divider can also be pressed beyond the divider.
  drag([
    [400, 130],
    [450, 140],
    [499, 130],
  ])
  drag([
    [501, 100],
    [450, 100],
    [401, 100],
  ])
  expect(draft.value?.revisionId).toBe('rvs_1a')
  expect(draft.value?.more ?? []).toEqual([])
})

test('in a comparison, Enter places the shape of the selected tool in the middle', async () => {
  const { element, draft, tool } = await mountSwipe()
  tool.value = 'ellipse'
  expect(pressKey('Enter', { on: element })).toBe(true)
  expect(pressKey('ArrowLeft', { on: element })).toBe(true)
  expect(pressKey('Enter', { on: element })).toBe(true)
  expect(draft.value).toMatchObject({ shape: { kind: 'ellipse' } })
})

test('a pin of an older revision is shown where its content moved, or hidden if it was removed', async () => {
  const stays = thread('stays', { geometry: { x: 0.1, y: 0.1 }, revision: 1 })
  const moves = thread('moves', { geometry: { x: 0.1, y: 0.4 }, revision: 1 })
  const gone = thread('gone', { geometry: { x: 0.1, y: 0.8 }, revision: 1 })
  const threads = [stays, moves, gone]
  const { gestures } = await mountSwipe({ ...before, threads }, after, threads, shape => {
    const { y } = boundsOf(shape)
    return y < 0.3 ? shape : y < 0.6 ? moveShape(shape, 0, 0.2) : null
  })
  const [left] = gestures.marks
  expect(left.pinned.value.map(({ id, shape }) => [id, shape.geometry])).toEqual([
    ['thr_stays', { x: 0.1, y: 0.1 }],
    ['thr_moves', { x: 0.1, y: expect.closeTo(0.6) }],
  ])
  expect(left.pinned.value[1]?.editable).toBe(false)
})
