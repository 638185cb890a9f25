import { expect, test } from 'vitest'
import { h } from 'vue'
import { useViewport, type StageViewport } from '~/stage/use-viewport'
import FadedImage from '~~/components/compare/FadedImage.vue'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

test('the plate behind a faded picture ends where the picture ends', async () => {
  let viewport: StageViewport | undefined
  const side = {
    ...{ evidence: null, src: null, loading: false, label: '', address: null, video: null, mark: null },
    ...{ threads: [], pending: [], size: { width: 800, height: 300 } },
  }
  const { wrapper } = await mountOnReview(
    () => {
      viewport = useViewport(() => ({ width: 800, height: 600 }))
      viewport.onResize({ width: 1000, height: 800 })
      return {}
    },
    {
      artifacts: [artifact('a')],
      view: () => h(FadedImage, { viewport: viewport as StageViewport, side, isDark: false }),
    },
  )
  const { style } = wrapper.get<HTMLElement>('[data-testid=difference-plate]').element
  expect([style.width, style.height]).toEqual(['800px', '300px'])
})
