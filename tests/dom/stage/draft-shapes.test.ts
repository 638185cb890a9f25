import { expect, test } from 'vitest'
import { h, nextTick } from 'vue'
import type { Shape } from '#shared/contract/geometry'
import AppIcon from '~~/components/common/AppIcon'
import DraftShapes from '~~/components/stage/DraftShapes.vue'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const area: Shape = { kind: 'rectangle', geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } }
const point: Shape = { kind: 'point', geometry: { x: 0.5, y: 0.5 } }

test('two shapes of a comment have numbers and names, and more shapes have only numbers', async () => {
  const { wrapper, page } = await mountOnReview(() => ({}), {
    artifacts: [artifact('a')],
    view: () => h(DraftShapes),
    components: { AppIcon },
  })
  const draw = async (more: Shape[]) => {
    page.draft.open({
      artifactId: 'art_a',
      revisionId: 'rvs_1a',
      shape: area,
      more,
      timestampMs: null,
    })
    await nextTick()
    return wrapper.findAll('button').map(each => each.text())
  }
  expect(await draw([point])).toEqual(['1Rectangle', '2Point'])
  expect(await draw([point, area, area])).toEqual(['1', '2', '3', '4'])
})
