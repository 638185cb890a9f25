import { beforeEach, expect, test } from 'vitest'
import { h } from 'vue'
import { useCompare } from '~/compare/use-compare'
import { deviceStorage } from '~/ui/page/device-storage'
import AppIcon from '~~/components/common/AppIcon'
import CompareButtons from '~~/components/toolbar/CompareButtons.vue'
import ToolButton from '~~/components/toolbar/ToolButton.vue'
import { artifact } from '../../support/dom/fixtures'
import { settle } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

beforeEach(() => deviceStorage.remove('compare-mode'))

test('the tooltip of Compare names the key of the mode that it opens', async () => {
  const { result, wrapper } = await mountOnReview(() => useCompare(), {
    artifacts: [artifact('a', 2)],
    view: () => h(CompareButtons),
    components: { AppIcon, ToolButton },
  })
  const key = () => wrapper.get('[data-compare=open]').attributes('data-tip-key')
  expect(key()).toBe('S')
  result.openView('swipe')
  await settle()
  expect(key()).toBe('W')
})
