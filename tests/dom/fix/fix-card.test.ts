import { expect, test } from 'vitest'
import { h } from 'vue'
import { useCompare } from '~/compare/use-compare'
import AppButton from '~~/components/common/AppButton.vue'
import AppIcon from '~~/components/common/AppIcon'
import CardActions from '~~/components/fix/CardActions.vue'
import FixCompareButton from '~~/components/fix/FixCompareButton.vue'
import FixPicture from '~~/components/fix/FixPicture.vue'
import FixTile from '~~/components/fix/FixTile.vue'
import NotYetButton from '~~/components/fix/NotYetButton.vue'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'
import { stubWorker } from '../../support/dom/worker'

/** Mounts the card of the first fix on a phone. Two comments of the review are fixed, one is not. */
async function mountCard() {
  const evidence = artifact('a', 2)
  const [before, after] = evidence.revisions
  if (!before || !after) throw new Error('The evidence has two revisions.')
  const on = (id: string, x: number, status: 'open' | 'addressed') =>
    thread(id, { artifactId: 'art_a', revision: 1, geometry: { x, y: 0.5 }, status })
  const first = on('1', 0.2, 'addressed')
  const threads = [first, on('2', 0.4, 'open'), on('3', 0.6, 'addressed')]
  const fix = { before, after }
  const mounted = await mountOnReview(() => useCompare(), {
    artifacts: [evidence],
    threads,
    view: () => h('div', [h(FixTile, { thread: first, ...fix }), h(CardActions, { thread: first, fix })]),
    components: { AppButton, AppIcon, FixPicture, LazyFixCompareButton: FixCompareButton, NotYetButton },
    handlers: { 'POST /v1/threads/{id}/resolve': () => ({ ...first, status: 'resolved' }) },
  })
  const { wrapper, page } = mounted
  await until(() => expect(page.source.threads.value).toHaveLength(3))
  return {
    ...mounted,
    buttons: () => wrapper.findAll('[data-card-actions] button').map(each => each.text()),
    press: (name: string) =>
      wrapper
        .findAll('[data-card-actions] button')
        .find(each => each.text() === name)
        ?.trigger('click'),
    compared: () => mounted.result.pair.value?.map(each => each.revision.id),
  }
}

test('on a phone, the card of a fix shows the spot before and after the fix, and three buttons', async () => {
  const workers = stubWorker()
  const { wrapper, buttons, compared } = await mountCard()
  expect(buttons()).toEqual(['Resolve', 'Not yet', 'Compare'])
  const shown = () => wrapper.findAll('img').map(each => each.attributes('src'))
  expect(shown()).toEqual(['http://exhibit.test/e/rvs_1a'])
  await wrapper.get('img').trigger('load')
  await until(() => expect(workers).toHaveLength(1))
  workers[0]?.send({ type: 'failed', isHidden: false })
  await until(() => expect(shown()).toEqual(['http://exhibit.test/e/rvs_1a', 'http://exhibit.test/e/rvs_2a']))
  expect(wrapper.findAll('[data-testid=crop-mark]')).toHaveLength(2)
  await wrapper.get('[aria-hidden=true]').trigger('click')
  expect(compared()).toEqual(['rvs_1a', 'rvs_2a'])
})

test('“Resolve” on the first card shows the next fix, although no comment was selected', async () => {
  const { press, page } = await mountCard()
  expect(page.selected.threadId.value).toBeUndefined()
  await press('Resolve')
  expect(page.selected.threadId.value).toBe('thr_3')
  expect(page.selection.revision.value?.index).toBe(2)
})

test('“Compare” on the card of a fix compares the two revisions at the spot', async () => {
  const { press, compared } = await mountCard()
  await press('Compare')
  expect(compared()).toEqual(['rvs_1a', 'rvs_2a'])
})
