import { expect, test } from 'vitest'
import { shallowRef } from 'vue'
import type { Revision } from '#shared/contract/artifact'
import type { ContextElement } from '#shared/contract/context'
import { usePickedElement } from '~/context/use-picked-element'
import { useDraft } from '~/review-state/use-draft'
import { useSelection } from '~/review-state/use-selection'
import { useStageMarks } from '~/stage/marks/use-stage-marks'
import { useViewport } from '~/stage/use-viewport'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { addElement, pressKey } from '../../support/dom/keys'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView, stageElement } from '../../support/dom/stage'

const READ = 'GET /v1/revisions/{id}/context'
const element = (box: ContextElement['box'], role: string, name: string | null = null): ContextElement => ({
  ...{ box, role, name, text: null, tag: null, selector: null, testId: null, source: null, component: null },
})
/** A button from 200 to 400 CSS pixels of the width of the stage, and from 100 to 150 of its height. */
const button = element([0.2, 0.2, 0.2, 0.1], 'button', 'Buy')
const rectangle = { kind: 'rectangle', geometry: { x: 0.2, y: 0.2, width: 0.2, height: 0.1 } }
const elements = [element([0, 0, 1, 1], 'main'), button, element([0.5, 0.5, 0, 0.1], 'separator')]

async function mountPicker(hasContext = true) {
  const host = shallowRef<HTMLElement | null>(null)
  const pointer = shallowRef<PointerEvent>()
  const own = thread('own', { kind: 'rectangle', geometry: { x: 0.25, y: 0.2, width: 0.05, height: 0.05 } })
  const mounted = await mountOnReview(
    () => {
      const { revision } = useSelection()
      const viewport = useViewport(() => plainView.image)
      const shown = () => revision.value as Revision
      const picked = usePickedElement({ revision: shown, viewport, host: () => host.value, pointer })
      const marks = useStageMarks({
        revision: shown,
        viewport,
        threads: () => [own],
        element: () => picked.value?.shape ?? null,
      })
      return { picked, marks, viewport, draft: useDraft() }
    },
    {
      artifacts: [artifact('a', 1, { revisions: [revision('rvs_1a', 1, { hasContext })] })],
      threads: [own],
      handlers: { [READ]: () => ({ page: null, elements, events: [], aria: null }) },
    },
  )
  const { picked, marks, viewport, draft } = mounted.result
  viewport.onResize(plainView.stage)
  viewport.change(plainView)
  const stage = stageElement(marks.listeners)
  host.value = stage.element
  for (const type of ['pointermove', 'pointerdown'] as const)
    stage.element.addEventListener(type, event => {
      pointer.value = event
    })
  return {
    ...{ ...mounted, ...stage, marks, draft, viewport },
    pick: () => picked.value?.element,
    isAsked: () => mounted.api.calls.some(each => each.operation === READ),
    outlined: () => marks.drawn.value.find(each => each.id === 'element')?.shape,
    leave: () => {
      pointer.value = undefined
    },
    release: () => window.dispatchEvent(new KeyboardEvent('keyup', { key: 'Alt' })),
  }
}

test('with Alt, the page element under the mouse is outlined, and a click marks its exact box', async () => {
  const { pointer, pick, isAsked, outlined, drag, draft, release } = await mountPicker()
  pointer('pointermove', 300, 120)
  await settle()
  expect([isAsked(), pick()]).toEqual([false, undefined])
  expect(pressKey('Alt')).toBe(true)
  await until(() => expect(pick()).toEqual(button))
  expect(outlined()).toEqual(rectangle)
  release()
  expect(pick()).toBeUndefined()
  // A click on a mark also picks the element, and does not select the comment.
  pointer('pointermove', 260, 110, { altKey: true })
  expect(pick()).toEqual(button)
  drag([[260, 110]], { altKey: true })
  expect(draft.draft.value?.shape).toEqual(rectangle)
})

test('the outlined element changes with the zoom, and nothing is outlined outside of elements', async () => {
  const { pointer, pick, viewport, leave } = await mountPicker()
  pointer('pointermove', 300, 120, { altKey: true })
  await until(() => expect(pick()).toEqual(button))
  viewport.change({ ...plainView, scale: 2 })
  expect(pick()).toMatchObject({ role: 'main' })
  viewport.change({ ...plainView, x: 400 })
  expect(pick()).toBeUndefined()
  viewport.change(plainView)
  pointer('pointermove', 500, 260, { altKey: true })
  expect(pick()).toBeUndefined()
  pointer('pointermove', 300, 120, { altKey: true })
  expect(pick()).toEqual(button)
  leave()
  expect(pick()).toBeUndefined()
})

test('with Alt, a drag draws from its center, and a pin or the pan tool shows no outline', async () => {
  const { pointer, pick, drag, draft, marks, element: stage } = await mountPicker()
  pointer('pointermove', 300, 120, { altKey: true })
  await until(() => expect(pick()).toEqual(button))
  drag(
    [
      [300, 120],
      [310, 130],
      [320, 140],
    ],
    { altKey: true, buttons: 1 },
  )
  expect(pick()).toBeUndefined()
  expect(draft.draft.value?.shape).toMatchObject({ geometry: { x: 0.28, width: expect.closeTo(0.04) } })
  const pin = document.createElement('button')
  pin.dataset.mark = 'thr_own'
  stage.append(pin)
  pointer('pointermove', 300, 120, { altKey: true, on: pin })
  expect(pick()).toBeUndefined()
  pointer('pointermove', 300, 120, { altKey: true })
  expect(pick()).toEqual(button)
  marks.tool.value = 'pan'
  expect(pick()).toBeUndefined()
})

test('a page context is not loaded for a touch, with Alt in a text field, or if none exists', async () => {
  const without = await mountPicker(false)
  without.pointer('pointermove', 300, 120, { altKey: true })
  expect(pressKey('Alt')).toBe(false)
  const { pointer, isAsked, release } = await mountPicker()
  pointer('pointermove', 300, 120, { altKey: true, pointerType: 'touch' })
  release()
  pointer('pointermove', 300, 120)
  const field = addElement('<textarea></textarea>')
  expect(pressKey('Alt', { on: field })).toBe(false)
  await settle()
  expect([without.isAsked(), isAsked()]).toEqual([false, false])
})
