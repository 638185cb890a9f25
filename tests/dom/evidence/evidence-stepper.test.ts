import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import EvidenceStepper from '~~/components/evidence/EvidenceStepper.vue'
import { artifact } from '../../support/dom/fixtures'
import { settle } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

test('at the last evidence, the button for the next evidence keeps the focus but does nothing', async () => {
  const { page, wrapper } = await mountOnReview(() => ({}), {
    artifacts: [artifact('a'), artifact('b')],
    view: () => h(EvidenceStepper),
    components: { AppIcon },
  })
  await settle()
  const next = wrapper.get<HTMLButtonElement>('[aria-label="Next evidence"]').element
  next.focus()
  const states: unknown[] = []
  for (let press = 0; press < 2; press++) {
    next.click()
    await settle()
    states.push([
      page.selection.artifact.value?.id,
      next.getAttribute('aria-disabled'),
      document.activeElement === next,
    ])
  }
  expect(states).toEqual([
    ['art_b', 'true', true],
    ['art_b', 'true', true],
  ])
})
