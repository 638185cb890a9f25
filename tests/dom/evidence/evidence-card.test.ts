import { expect, test } from 'vitest'
import { h } from 'vue'
import type { Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import type { Density } from '~/filmstrip/use-density'
import AppIcon from '~~/components/common/AppIcon'
import EvidenceBadges from '~~/components/evidence/EvidenceBadges.vue'
import EvidenceCard from '~~/components/evidence/EvidenceCard.vue'
import EvidenceThumb from '~~/components/evidence/EvidenceThumb.vue'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { settle } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

/** Renders the card of evidence with two revisions. */
async function mountCard(
  first: Partial<Revision> = {},
  second: Partial<Revision> = {},
  { density, threads }: { density?: Density; threads?: Thread[] } = {},
) {
  const one = artifact('a', 2, {
    revisions: [revision('rvs_1a', 1, first), revision('rvs_2a', 2, second)],
  })
  const { wrapper } = await mountOnReview(() => ({}), {
    artifacts: [one],
    threads,
    view: () => h(EvidenceCard, { artifact: one, density }),
    components: { AppIcon, EvidenceBadges, EvidenceThumb },
  })
  await settle()
  return {
    wrapper,
    images: () => wrapper.findAll('img').map(each => new URL(each.attributes('src') ?? '').pathname),
    texts: () => wrapper.findAll('.sr-only').map(each => each.text()),
  }
}

const changedFrom = (revisionId: string, pictureUrl: string | null = null): Partial<Revision> => ({
  baseline: {
    status: 'changed',
    changedPercent: 3.24,
    boxes: [],
    against: {
      revisionId,
      reviewId: 'rev_1',
      url: 'http://exhibit.test/x',
      pictureUrl,
      width: 1200,
      height: 800,
      durationMs: null,
    },
  },
})

test('an evidence card shows the state before a change next to the current state, labeled', async () => {
  const { images, texts, wrapper } = await mountCard({ isBefore: true })
  expect(images()).toEqual(['/e/rvs_1a', '/e/rvs_2a'])
  expect(texts()).toContain('Before and after')
  expect(wrapper.findAll('img').map(each => each.attributes('alt'))).toEqual(['', ''])
})

test('an evidence card shows the accepted and current revision, and the changed share', async () => {
  const { images, texts, wrapper } = await mountCard({}, changedFrom('rvs_1a'))
  expect(images()).toEqual(['/e/rvs_1a', '/e/rvs_2a'])
  expect(texts()).toContain('Accepted and now')
  expect(wrapper.text()).toContain('3.2%')
})

test('an evidence card shows an accepted revision of another review next to the current one', async () => {
  const { images, texts } = await mountCard({}, changedFrom('rvs_9x', 'http://exhibit.test/e/rvs_9x'))
  expect(images()).toEqual(['/e/rvs_9x', '/e/rvs_2a'])
  expect(texts()).toContain('Accepted and now')
})

test('an evidence card shows only the current picture if the URL of the earlier one is unknown', async () => {
  const { images, wrapper } = await mountCard({}, changedFrom('rvs_9x'))
  expect(images()).toEqual(['/e/rvs_2a'])
  expect(wrapper.text()).toContain('3.2%')
})

test('an evidence card shows only the current picture if the earlier one cannot be loaded', async () => {
  const { images, wrapper } = await mountCard({ isBefore: true })
  await wrapper.find('img').trigger('error')
  expect(images()).toEqual(['/e/rvs_2a'])
})

test('an evidence card shows a note if pictures of one round and commit look different', async () => {
  const differs = /It differs from itself/
  expect((await mountCard()).texts().join()).not.toMatch(differs)
  expect((await mountCard({}, { differsFromItself: true })).texts().join()).toMatch(differs)
})

test('an evidence card of every density shows its name', async () => {
  for (const density of ['small', 'list', 'large'] as const) {
    const { wrapper } = await mountCard({}, {}, { density })
    const name = wrapper.findAll('span').find(each => each.text() === 'Screen a')
    expect(name?.element.closest('.sr-only')).toBeNull()
    expect(wrapper.find('button').attributes('title')).toBe('Screen a')
  }
})

test('an evidence card of every density shows how much changed since it was accepted', async () => {
  for (const density of ['small', 'list', 'large'] as const) {
    const { wrapper } = await mountCard({}, changedFrom('rvs_0'), { density })
    expect(wrapper.findAll('[aria-hidden=true]').map(each => each.text())).toContain('3.2%')
  }
})

test('an evidence card counts the unresolved comments on all revisions of the evidence', async () => {
  const threads = [
    thread('1', { artifactId: 'art_a', revision: 1 }),
    thread('2', { artifactId: 'art_a', revision: 2, status: 'addressed' }),
    thread('3', { artifactId: 'art_a', revision: 2, status: 'resolved' }),
  ]
  const { texts, wrapper } = await mountCard({}, {}, { threads })
  expect(texts()).toContain('2 open comments')
  expect(wrapper.find('.text-figure').text()).toBe('2')
})

test.each([
  [0.03, '2 moved 2 blocks moved since it was accepted'],
  [0.34, '2 moved · 0.3%'],
  [3.24, '3.2%'],
])('an evidence card of which two blocks moved and %s %% changed says "%s"', async (percent, label) => {
  const { baseline } = changedFrom('rvs_0')
  const { wrapper } = await mountCard(
    {},
    { baseline: baseline && { ...baseline, changedPercent: percent, moved: 2 } },
  )
  expect(wrapper.text()).toContain(label)
})

test('a card states no difference from an accepted revision that the person may not see', async () => {
  const change = { status: 'changed' as const, changedPercent: 3.24, boxes: [] }
  const { wrapper } = await mountCard({}, { baseline: { ...change, against: null } })
  expect(wrapper.text()).not.toContain('3.2')
  const shown = await mountCard({}, changedFrom('rvs_1a'))
  expect(shown.wrapper.text()).toContain('3.2')
})
