import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import RevisionPicker from '~~/components/stage/RevisionPicker.vue'
import { useCompare } from '~/compare/use-compare'
import { handheldScreen } from '~/ui/elements/use-media-query'
import { stubScreen } from '../../support/dom/browser'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { settle } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

async function mountPicker(
  one: ReturnType<typeof artifact>,
  threads: ReturnType<typeof thread>[] = [],
  seenItemIds: string[] = [],
) {
  const { wrapper, result } = await mountOnReview(useCompare, {
    artifacts: [one],
    threads,
    payload: { seenItemIds },
    view: () => h(RevisionPicker),
    components: { AppIcon },
  })
  await settle()
  return {
    wrapper,
    result,
    /** The accessible names of the chips. */
    chips: () => wrapper.findAll('button').map(each => each.attributes('aria-label')),
  }
}

test('each revision in the picker is a chip with the number of its unresolved comments', async () => {
  const { chips, wrapper } = await mountPicker(artifact('a', 3), [
    thread('1', { artifactId: 'art_a', revision: 2, status: 'addressed' }),
    thread('2', { artifactId: 'art_a', revision: 3 }),
    thread('3', { artifactId: 'art_a', revision: 3 }),
    thread('4', { artifactId: 'art_a', revision: 1, status: 'resolved' }),
    thread('5', { artifactId: 'art_b', revision: 1 }),
  ])
  expect(chips()).toEqual(['r1', 'r2, 1 open comment', 'r3 · latest, 2 open comments'])
  expect(wrapper.findAll('.text-figure').length).toBeGreaterThan(0)
})

test('in the revision picker, a new revision that is not on the stage has a dot', async () => {
  const { wrapper, chips } = await mountPicker(artifact('a', 2), [], ['rvs_1a'])
  expect(chips()).toEqual(['r1', 'r2 · latest'])
  await wrapper.find('button').trigger('click')
  expect(chips()).toEqual(['r1', 'r2 · latest, new'])
})

test('in the revision picker, a revision that was seen has no dot', async () => {
  const { wrapper, chips } = await mountPicker(artifact('a', 2), [], ['rvs_2a'])
  await wrapper.find('button').trigger('click')
  expect(chips()).toEqual(['r1', 'r2 · latest'])
})

test('in the revision picker, the states before and after a change are named Before and After', async () => {
  const revisions = [revision('rvs_1a', 1, { isBefore: true }), revision('rvs_2a', 2)]
  const { chips } = await mountPicker(artifact('a', 2, { revisions }))
  expect(chips()).toEqual(['Before, r1', 'After, r2'])
})

test('on a phone, the select of the revisions opens a comparison, and still names the revision', async () => {
  stubScreen().match(handheldScreen)
  const { wrapper, result } = await mountPicker(artifact('a', 2))
  const select = wrapper.get('select')
  expect(wrapper.findAll('option').at(-1)?.text()).toBe('Compare revisions')
  await select.setValue('compare')
  expect(result.mode.value).not.toBeNull()
  expect(select.element.value).toBe('rvs_2a')
})

test.each([
  [6, 6],
  [7, 0],
])('%i revisions are shown as %i chips, and more as a select', async (revisions, shown) => {
  const { chips, wrapper } = await mountPicker(artifact('a', revisions))
  expect(chips()).toHaveLength(shown)
  expect(wrapper.findAll('option')).toHaveLength(revisions)
})
