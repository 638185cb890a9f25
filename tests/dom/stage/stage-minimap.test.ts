import { expect, test } from 'vitest'
import { h } from 'vue'
import { useViewport, type StageViewport } from '~/stage/use-viewport'
import MinimapMarks from '~~/components/stage/MinimapMarks.vue'
import StageMinimap from '~~/components/stage/StageMinimap.vue'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

test('the minimap leaves the space above it that a comparison needs for its tag', async () => {
  const topOf = async (top?: number) => {
    let viewport: StageViewport | undefined
    const { wrapper } = await mountOnReview(
      () => {
        viewport = useViewport(() => ({ width: 800, height: 8000 }))
        viewport.onResize({ width: 1000, height: 800 })
        return {}
      },
      {
        artifacts: [artifact('a')],
        view: () => h(StageMinimap, { viewport: viewport as StageViewport, src: '/a', marks: [], top }),
        components: { MinimapMarks },
      },
    )
    return wrapper.get<HTMLElement>('[role=slider]').element.style.top
  }
  expect(await topOf()).toBe('12px')
  expect(await topOf(44)).toBe('44px')
})
