import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { useOlderView } from '~/compare-stage/use-older-view'
import { isBoxVisible } from '~/stage/fitted-view'
import { useViewport } from '~/stage/use-viewport'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

test('while the older image is shown, the earlier place of the chosen change is in view', async () => {
  const [now, earlier] = [
    { x: 0.1, y: 0.1, width: 0.2, height: 0.02 },
    { x: 0.1, y: 0.8, width: 0.2, height: 0.02 },
  ]
  const [isOlderShown, chosen] = [ref(false), ref<typeof earlier | null>(earlier)]
  const { result: viewport } = await mountOnReview(
    () => {
      const viewport = useViewport(() => ({ width: 800, height: 8000 }))
      viewport.onResize({ width: 1000, height: 800 })
      useOlderView(
        viewport,
        () => isOlderShown.value,
        () => chosen.value,
      )
      return viewport
    },
    { artifacts: [artifact('a')] },
  )
  viewport.goTo(now)
  const start = viewport.exact.value
  const sees = (box: typeof now) => viewport.exact.value && isBoxVisible(viewport.exact.value, box)
  isOlderShown.value = true
  await nextTick()
  expect([sees(now), sees(earlier)]).toEqual([false, true])
  isOlderShown.value = false
  await nextTick()
  expect(viewport.exact.value).toMatchObject({ x: start?.x, y: start?.y, scale: start?.scale })
  chosen.value = null
  isOlderShown.value = true
  await nextTick()
  expect(sees(now)).toBe(true)
})
