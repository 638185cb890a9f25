import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import EvidenceStepper from '~~/components/evidence/EvidenceStepper.vue'
import { artifact, revision } from '../../support/dom/fixtures'
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

test('the button with the title of the evidence says how much of all evidence has changed', async () => {
  const compared = (name: string, status: 'changed' | 'new' | 'same') =>
    artifact(name, 1, {
      revisions: [
        revision(`rvs_1${name}`, 1, {
          baseline: { status, changedPercent: null, boxes: [], against: null },
        }),
      ],
    })
  const { wrapper } = await mountOnReview(() => ({}), {
    artifacts: [compared('a', 'changed'), compared('b', 'same'), compared('c', 'new')],
    view: () => h(EvidenceStepper),
    components: { AppIcon },
  })
  await settle()
  expect(wrapper.get('[aria-haspopup=dialog]').text()).toMatch(/1 changed, 1 new, 1 same as accepted$/)
})
