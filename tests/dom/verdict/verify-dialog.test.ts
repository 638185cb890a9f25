import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useVerdictCheck } from '~/verdict/use-verdict-check'
import AppButton from '~~/components/common/AppButton.vue'
import AppDialog from '~~/components/dialog/AppDialog.vue'
import VerifyDialog from '~~/components/verdict/VerifyDialog.vue'
import { artifact, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

/** Replaces the dialog of Nuxt UI with a plain element. */
const UModal = defineComponent(
  (_, { slots }) =>
    () =>
      h('div', [slots.body?.(), slots.footer?.()]),
)

/**
 * Mounts a review with the first piece of evidence on the stage, and opens the dialog that asks whether to
 * verify the review.
 */
async function ask(pieces: string[], threads = [thread('1', { status: 'resolved' })]) {
  const mounted = await mountOnReview(() => ({ ...useVerdictCheck() }), {
    artifacts: pieces.map(each => artifact(each, 2)),
    threads,
    view: () => h(VerifyDialog),
    components: { AppButton, AppDialog, UModal },
  })
  const confirmed = mounted.result.confirm()
  return { ...mounted, confirmed, items: () => mounted.wrapper.findAll('li').map(each => each.text()) }
}

test('the confirmation of a verdict lists at most five unseen pieces of evidence by name', async () => {
  const { items } = await ask(['stage', 'a', 'b'])
  expect(items()).toEqual(['Screen a', 'Screen b'])
  const many = await ask(['stage', ...'abcdefgh'])
  expect(many.items()).toEqual([...'abcde'].map(each => `Screen ${each}`).concat('and 3 more'))
})

test('choosing evidence in the confirmation of a verdict opens its latest revision instead', async () => {
  const { wrapper, page, confirmed, result } = await ask(['stage', 'a', 'b'])
  await wrapper.findAll('li button')[1]?.trigger('click')
  await expect(confirmed).resolves.toBe(false)
  expect(result.isAsking.value).toBe(false)
  expect(page.selection.artifact.value?.title).toBe('Screen b')
  expect(page.selection.revision.value?.index).toBe(2)
})

test.each([
  ['unseen evidence', ['stage', 'a'], []],
  ['an open comment', ['stage'], [thread('1')]],
  ['a blocker', ['stage'], [thread('1', { label: 'blocker' })]],
  ['a fix that was not checked', ['stage'], [thread('1', { status: 'addressed' })]],
] as const)('the confirmation of a verdict focuses Cancel if it warns of %s', async (_, pieces, threads) => {
  const { wrapper } = await ask([...pieces], [...threads])
  expect(wrapper.findAll('[autofocus]:not([autofocus=false])').map(each => each.text())).toEqual(['Cancel'])
})
