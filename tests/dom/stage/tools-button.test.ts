import { expect, test } from 'vitest'
import { h } from 'vue'
import { deviceStorage } from '~/ui/page/device-storage'
import AppIcon from '~~/components/common/AppIcon'
import ToolsButton from '~~/components/toolbar/ToolsButton.vue'
import { openTarget } from '~/review-page/open-target'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

async function labelOfDifference() {
  const { wrapper } = await mountOnReview(() => ({}), {
    artifacts: [artifact('a', 2)],
    view: () => h(ToolsButton, { tool: 'select', expanded: false }),
    components: { AppIcon },
    onPage: page => openTarget(page, 'art_a'),
  })
  return wrapper.findAll('button > span').find(each => each.text() === 'Difference')
}

test('the button of the difference has a label on the first visit of a device only', async () => {
  deviceStorage.remove('has-seen-difference')
  expect((await labelOfDifference())?.classes()).not.toContain('sr-only')
  expect((await labelOfDifference())?.classes()).toContain('sr-only')
})
