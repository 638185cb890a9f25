import { expect, test, vi } from 'vitest'
import { ref } from 'vue'
import type { ToolName } from '~/annotation/tools'
import { shareLoader } from '~/review/review-loader'
import { useStageShortcuts } from '~/stage/use-stage-shortcuts'
import { useViewport } from '~/stage/use-viewport'
import { pressKey } from '../../support/dom/keys'
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

test('keys zoom, fit, and show the pixels one to one', async () => {
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

test('each tool has its key', async () => {
  const { tool } = await mountKeys()
  pressKey('h')
  expect(tool.value).toBe('pan')
  pressKey('v')
  expect(tool.value).toBe('select')
})

test('Space is held from its press to its release', async () => {
  const { holdSpace, wrapper } = await mountKeys()
  pressKey(' ')
  window.dispatchEvent(new KeyboardEvent('keyup', { key: ' ' }))
  expect(holdSpace.mock.calls).toEqual([[true], [false]])
  wrapper.unmount()
  window.dispatchEvent(new KeyboardEvent('keyup', { key: ' ' }))
  expect(holdSpace).toHaveBeenCalledTimes(2)
})

test('the visitor of a share link has no keys for tools', async () => {
  const { tool } = await mountKeys({
    loader: () => ({
      ...shareLoader('tok'),
      load: async () => ({ payload: {} as never, threads: [], pending: [], share: null }),
    }),
    loaded: false,
  })
  expect(pressKey('h')).toBe(false)
  expect(tool.value).toBe('select')
})
