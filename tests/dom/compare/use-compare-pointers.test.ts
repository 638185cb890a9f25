import { expect, test } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import type { ShownSide, Side } from '~/compare/pair'
import { useComparePointers } from '~/compare/use-compare-pointers'
import { useDraft } from '~/review-state/use-draft'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { marksOf } from '~/stage/marks/thread-marks'
import { useTool } from '~/stage/use-tool'
import { useViewport } from '~/stage/use-viewport'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { pressKey } from '../../support/dom/keys'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView, stageElement } from '../../support/dom/stage'

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
    pins: [],
  },
  size: { width: plainView.image.width * factor, height: plainView.image.height * factor },
})
const before = sideOf(one, 0.5)
const after = sideOf(two, 1)
const accepted = sideOf({ artifact: evidence, revision: revision('rvs_0', 0) }, 1)

/** Mounts the gestures of a swipe whose divider is at 500 CSS pixels. */
async function mountSwipe(left = before, right = after, threads: Thread[] = []) {
  const { result } = await mountOnReview(
    () => {
      const viewport = useViewport(() => plainView.image)
      const gestures = useComparePointers(viewport)
      const { threadId: openId } = useThreadSelection()
      return { viewport, gestures, openId, tool: useTool(), draft: useDraft().draft }
    },
    { artifacts: [evidence], threads },
  )
  const { viewport, gestures } = result
  viewport.onResize(plainView.stage)
  viewport.change(plainView)
  const stage = stageElement(gestures.on(({ x }) => (x < 500 ? left : right)))
  const place = () => [viewport.exact.value?.x, viewport.exact.value?.y]
  return { ...result, ...stage, place }
}

test('a drag in a comparison draws a rectangle on the side on which it began', async () => {
  const { gestures, pointer, drag, draft, place } = await mountSwipe()
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 200, 150)
  expect(gestures.drawnOn(before)).toMatchObject({ kind: 'rectangle' })
  expect(gestures.drawnOn(after)).toBeNull()
  pointer('pointerup', 200, 150)
  expect(draft.value).toMatchObject({
    revisionId: 'rvs_1a',
    shape: { kind: 'rectangle', geometry: { x: 0.2, y: 0.4, width: 0.2, height: 0.2 } },
  })
  expect(gestures.drawnOn(before)).toBeNull()
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

test('in a comparison, a click on a pin opens its comment, a click next to it begins another', async () => {
  // Both pins are at 100, 100 of the stage, where the divider shows the older image.
  const older = thread('older', { geometry: { x: 0.2, y: 0.4 }, revision: 1 })
  const newer = thread('newer', { geometry: { x: 0.1, y: 0.2 }, revision: 2 })
  const pinned = (side: ShownSide, each: Thread) => ({
    ...side,
    pins: marksOf(each).map(mark => ({ ...mark, editable: false })),
  })
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

test('one finger scrolls compared images until their edges, whatever the tool', async () => {
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

test('on a side that cannot be commented on, a drag moves the images and a click does nothing', async () => {
  const { drag, draft, place } = await mountSwipe(accepted)
  drag([
    [100, 100],
    [150, 120],
  ])
  drag([[100, 100]])
  expect(place()).toEqual([50, 20])
  expect(draft.value).toBeNull()
})

test('Escape cancels a shape that is being drawn in a comparison, and else is left to the page', async () => {
  const { element, pointer, draft } = await mountSwipe()
  expect(pressKey('Escape', { on: element })).toBe(false)
  pointer('pointerdown', 100, 100)
  pointer('pointermove', 200, 150)
  expect(pressKey('Escape', { on: element })).toBe(true)
  pointer('pointerup', 200, 150)
  expect(draft.value).toBeNull()
})
