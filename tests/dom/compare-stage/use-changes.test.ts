import { expect, test } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import type { CompareMode } from '~/compare/pair'
import type { ShownSide } from '~/compare/shown-side'
import { useChanges } from '~/compare-stage/use-changes'
import { useViewport } from '~/stage/use-viewport'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'
import { stubWorker } from '../../support/dom/worker'

const sideOf = (address: string): ShownSide => ({
  ...{ evidence: null, src: null, loading: false, label: '', video: null, mark: null },
  ...{ threads: [], pending: [], size: { width: 800, height: 600 }, address },
})
const box = (x: number) => ({ x, y: 20, width: 80, height: 30, pixels: 9 })

test('a chosen change stays chosen when the images are fitted and in other modes', async () => {
  const workers = stubWorker()
  const mode = ref<CompareMode | null>('side-by-side')
  const sides = shallowRef([sideOf('/a'), sideOf('/b')] as const)
  const { result } = await mountOnReview(
    () => {
      const viewport = useViewport(() => ({ width: 800, height: 600 }))
      viewport.onResize({ width: 1000, height: 800 })
      return {
        viewport,
        ...useChanges({ sides: () => sides.value, viewport, mode: () => mode.value }),
      }
    },
    { artifacts: [artifact('a')] },
  )
  const send = () =>
    workers.at(-1)?.send({
      ...{ type: 'done', changed: 9, belowThreshold: 0, total: 480_000, isNoisy: false },
      changes: [box(0), box(400)],
    })
  send()
  result.show(1)
  expect([result.at.value, result.last.value?.x]).toEqual([1, 0.5])
  result.viewport.fit()
  expect(result.at.value).toBe(1)
  mode.value = null
  await nextTick()
  expect([result.at.value, result.last.value?.x]).toEqual([-1, 0.5])
  mode.value = 'difference'
  await nextTick()
  send()
  expect(result.at.value).toBe(1)
  sides.value = [sideOf('/a'), sideOf('/c')]
  await nextTick()
  send()
  expect([result.at.value, result.last.value]).toEqual([-1, null])
})
