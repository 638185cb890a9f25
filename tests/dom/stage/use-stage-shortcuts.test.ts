import { expect, onTestFinished, test, vi } from 'vitest'
import { ref } from 'vue'
import type { ToolName } from '~/annotation/tools'
import { toolBar } from '~/annotation-texts/tool-bar'
import { shareLoader } from '~/review-state/review-loader'
import { useStageShortcuts } from '~/stage/use-stage-shortcuts'
import { useViewport } from '~/stage/use-viewport'
import { addElement, pressKey } from '../../support/dom/keys'
import { mountOnReview } from '../../support/dom/review-page'
import { plainView } from '../../support/dom/stage'

async function mountKeys(options: Parameters<typeof mountOnReview>[1] = {}) {
  const tool = ref<ToolName>('select')
  const holdSpace = vi.fn()
  const mounted = await mountOnReview(() => {
    const viewport = useViewport(() => plainView.image)
    useStageShortcuts({ viewport, tool, holdSpace })
    return viewport
  }, options)
  mounted.result.onResize(plainView.stage)
  mounted.result.change(plainView)
  return { ...mounted, viewport: mounted.result, tool, holdSpace }
}

test('keys zoom an image, fit it to the stage, and show it at a scale of 100 %', async () => {
  const { viewport } = await mountKeys()
  pressKey('+')
  expect(viewport.percent.value).toBe(125)
  pressKey('-')
  expect(viewport.percent.value).toBe(100)
  pressKey('0')
  expect(viewport.percent.value).toBeLessThan(100)
  pressKey('1')
  expect(viewport.percent.value).toBe(100)
})

test('each tool of the stage can be chosen by its key', async () => {
  const { tool } = await mountKeys()
  const keys = { p: 'point', r: 'rectangle', u: 'ellipse', a: 'arrow', m: 'freehand', h: 'pan', v: 'select' }
  expect(toolBar.map(each => each.name).sort()).toEqual(Object.values(keys).sort())
  for (const [key, name] of Object.entries(keys)) {
    pressKey(key)
    expect(tool.value).toBe(name)
  }
})

test('choosing a drawing tool by key moves the focus from anywhere on the page to the stage', async () => {
  await mountKeys()
  const main = addElement('<main><div data-stage tabindex="0"></div></main>')
  const outside = addElement(
    '<div><aside><button></button></aside><nav><button></button></nav>' +
      '<i role="dialog"><button></button></i></div>',
  )
  onTestFinished(() => [main, outside].forEach(each => each.remove()))
  const stage = main.firstElementChild
  const [inConversation, inFilmstrip, inDialog] = outside.querySelectorAll('button')
  for (const button of [inConversation, inFilmstrip]) {
    button?.focus()
    pressKey('h', { on: button })
    expect(document.activeElement).toBe(button)
    pressKey('r', { on: button })
    expect(document.activeElement).toBe(stage)
  }
  inDialog?.focus()
  pressKey('r', { on: inDialog })
  expect(document.activeElement).toBe(inDialog)
})

test('Page Down, End and Home scroll a tall image, unless a list has the focus', async () => {
  const { viewport } = await mountKeys()
  // The stage shows 500 CSS pixels of the image, which is 2000 CSS pixels high.
  viewport.change({ ...plainView, image: { width: 1000, height: 2000 }, y: 12 })
  const top = () => viewport.exact.value?.y ?? 0
  pressKey('PageDown')
  expect(top()).toBe(12 - 0.85 * 500)
  pressKey('PageUp')
  expect(top()).toBe(12)
  pressKey('End')
  expect(top() + 2000).toBeLessThanOrEqual(500)
  pressKey('Home')
  expect(top()).toBe(12)
  const list = addElement('<nav><button></button></nav>')
  onTestFinished(() => list.remove())
  expect(pressKey('PageDown', { on: list.firstElementChild ?? undefined })).toBe(false)
  expect(top()).toBe(12)
})

test('the keys that scroll do not move an image that fits the stage', async () => {
  const { viewport } = await mountKeys()
  viewport.fit()
  for (const key of ['PageDown', 'End', 'PageUp', 'Home']) pressKey(key)
  expect(viewport.fitted.value).toBe(true)
})

test('Space counts as held from its press to its release', async () => {
  const { holdSpace, wrapper } = await mountKeys()
  pressKey(' ')
  window.dispatchEvent(new KeyboardEvent('keyup', { key: ' ' }))
  expect(holdSpace.mock.calls).toEqual([[true], [false]])
  wrapper.unmount()
  window.dispatchEvent(new KeyboardEvent('keyup', { key: ' ' }))
  expect(holdSpace).toHaveBeenCalledTimes(2)
})

test('the visitor of a share link cannot choose the tools of the stage by key', async () => {
  const { tool } = await mountKeys({
    loader: () => ({
      ...shareLoader('tok'),
      load: async () => ({ payload: {} as never, threads: [], isPartial: false, pending: [], share: null }),
    }),
    loaded: false,
  })
  expect(pressKey('h')).toBe(false)
  expect(tool.value).toBe('select')
})
