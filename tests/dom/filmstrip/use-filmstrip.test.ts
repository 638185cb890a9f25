import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { ComparisonStatus } from '#shared/contract/comparison'
import { useFilmstrip } from '~/filmstrip/use-filmstrip'
import { SMALL_FROM } from '~/filmstrip/use-density'
import { useEvidenceFilter } from '~/filmstrip/use-evidence-filter'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const rounds = [1, 2].map(number => ({
  id: `rnd_${number}`,
  number,
  summary: '',
  createdAt: '2026-06-01T09:00:00.000Z',
}))
/** Creates an artifact whose only revision belongs to a round. */
const inRound = (name: string, round: number, more: Parameters<typeof artifact>[2] = {}) =>
  artifact(name, 1, { revisions: [revision(`rvs_1${name}`, 1, { roundId: `rnd_${round}` })], ...more })

async function mountFilmstrip(
  artifacts: ReturnType<typeof artifact>[],
  {
    threads = [],
    ...options
  }: Parameters<typeof useFilmstrip>[0] & { threads?: ReturnType<typeof thread>[] } = {},
) {
  const { result, page } = await mountOnReview(
    () => ({ ...useFilmstrip(options), filter: useEvidenceFilter() }),
    { artifacts, threads, payload: { rounds } },
  )
  /** Returns the titles of the artifacts in each row, and each heading with its count. */
  const rows = () =>
    result.rows.value.map(each =>
      'cells' in each
        ? [...each.cells.map(({ title }) => title), ...(each.adds ? ['+'] : [])].join(', ')
        : `${each.title} (${each.count})`,
    )
  return { ...result, page, listed: rows }
}
const several = () => [inRound('a', 1), inRound('b', 1), inRound('c', 2)]

beforeEach(() => {
  document.cookie = 'filmstrip-density=; Max-Age=0; Path=/'
})

test('evidence of the newest round is listed first, then older evidence, with a count for each', async () => {
  const { listed } = await mountFilmstrip(several())
  expect(listed()).toEqual(['This round (1)', 'Screen c', 'Earlier (2)', 'Screen a', 'Screen b'])
})

test('evidence without a round has one heading, and variations of a group are listed together', async () => {
  const { listed } = await mountFilmstrip([
    artifact('a', 1, { variationGroup: 'Pricing' }),
    artifact('b'),
    artifact('c', 1, { variationGroup: 'Pricing' }),
  ])
  expect(listed()).toEqual(['Evidence (3)', 'Screen a', 'Screen c', 'Screen b'])
})

test('a collapsed heading of the filmstrip hides its evidence, but shows how much it has', async () => {
  const { listed, toggleGroup, rows } = await mountFilmstrip(several())
  expect(rows.value[0]).toMatchObject({ collapsed: null })
  toggleGroup('Earlier')
  expect(listed()).toEqual(['This round (1)', 'Screen c', 'Earlier (2)'])
  expect(rows.value.at(-1)).toMatchObject({ collapsed: true })
  toggleGroup('Earlier')
  expect(listed()).toHaveLength(5)
})

test('keys and links can open evidence that is under a collapsed heading of the filmstrip', async () => {
  const { toggleGroup, page } = await mountFilmstrip(several())
  toggleGroup('Earlier')
  expect(page.selection.artifacts.value.map(each => each.title)).toEqual(['Screen c', 'Screen a', 'Screen b'])
})

test('the first heading of the filmstrip is always open, even if it was collapsed before', async () => {
  const { listed, toggleGroup, filter } = await mountFilmstrip(several())
  toggleGroup('Earlier')
  filter.words.value = 'screen a'
  expect(listed()).toEqual(['Earlier (1)', 'Screen a'])
})

const many = (count: number) => Array.from({ length: count }, (_, at) => artifact(`x${at}`))

test(`with ${SMALL_FROM} or more pieces of evidence, the filmstrip has two cells in a row`, async () => {
  const few = await mountFilmstrip(many(SMALL_FROM - 1))
  expect([few.density.value, few.listed()[1]]).toEqual(['large', 'Screen x0'])
  const more = await mountFilmstrip(many(SMALL_FROM))
  expect([more.density.value, more.listed()[1]]).toEqual(['small', 'Screen x0, Screen x1'])
  expect(more.rowOf(artifact('x3'))).toBe('art_x2')
})

test('the density of the filmstrip that a person chose stays on this device', async () => {
  const { chosenDensity } = await mountFilmstrip(many(SMALL_FROM))
  chosenDensity.value = 'list'
  await nextTick()
  const { density, listed } = await mountFilmstrip(many(1))
  expect([density.value, listed()[1]]).toEqual(['list', 'Screen x0'])
})

test('an unknown density of the filmstrip in the cookie is ignored', async () => {
  document.cookie = `filmstrip-density=${encodeURIComponent('"huge"')}; Path=/`
  expect((await mountFilmstrip(many(1))).density.value).toBe('large')
})

test('the filmstrip tile that adds evidence completes the last row, or begins a new row', async () => {
  const adds = () => true
  expect((await mountFilmstrip(many(SMALL_FROM), { adds })).listed().at(-1)).toBe('+')
  expect((await mountFilmstrip(many(SMALL_FROM + 1), { adds })).listed().at(-1)).toBe('Screen x8, +')
  expect((await mountFilmstrip(many(SMALL_FROM))).listed().at(-1)).toBe('Screen x6, Screen x7')
})

test('a filmstrip search matches words of title, route and scenario, and hides empty headings', async () => {
  const login = inRound('login', 2, { title: 'Login', route: '/sign-in', scenario: 'expired session' })
  const { listed, filter, found } = await mountFilmstrip([...several(), login])
  for (const words of ['login', 'sign-in', 'expired']) {
    filter.words.value = words
    expect(listed()).toEqual(['This round (1)', 'Login'])
  }
  filter.words.value = 'nowhere'
  expect([listed(), found.value, filter.isOn.value]).toEqual([[], [], true])
  filter.clear()
  expect([found.value.length, filter.isOn.value]).toEqual([4, false])
})

test('the filmstrip can list only evidence with unresolved comments', async () => {
  const { listed, filter } = await mountFilmstrip([artifact('a'), artifact('b'), artifact('c')], {
    threads: [
      thread('1', { artifactId: 'art_a', status: 'resolved' }),
      thread('2', { artifactId: 'art_b', status: 'addressed' }),
      thread('3', { artifactId: 'art_c' }),
    ],
  })
  filter.isCommented.value = true
  expect(listed()).toEqual(['Evidence (2)', 'Screen b', 'Screen c'])
})

test('a range of evidence is selected from the first to the last clicked entry', async () => {
  const { found, chosen, selectSeveral, toggle } = await mountFilmstrip(several())
  const [first, , last] = found.value
  if (!first || !last) throw new Error('Nothing is listed.')
  selectSeveral(true)
  expect(chosen.value).toEqual([])
  toggle(first, true, false)
  toggle(last, true, true)
  expect(chosen.value?.map(each => each.title)).toEqual(found.value.map(each => each.title))
  selectSeveral(false)
  expect(chosen.value).toBeNull()
})

/** Creates an artifact whose comparison with the accepted revision has the given result. */
const compared = (name: string, status: ComparisonStatus, changedPercent: number | null, more = {}) =>
  artifact(name, 1, {
    revisions: [
      revision(`rvs_1${name}`, 1, { baseline: { status, changedPercent, boxes: [], against: null } }),
    ],
    ...more,
  })

test('evidence is listed by its comparison with accepted evidence, the largest changes first', async () => {
  const { listed, toggleGroup } = await mountFilmstrip([
    compared('a', 'same', 0),
    compared('b', 'new', null),
    compared('c', 'changed', 2),
    compared('d', 'changed', 30),
    compared('e', 'same', 0, { threadCounts: { open: 1, addressed: 0, resolved: 0, total: 1 } }),
    artifact('f'),
  ])
  const others = [
    ...['Changed (2)', 'Screen d', 'Screen c'],
    ...['New (1)', 'Screen b'],
    ...['Not compared (1)', 'Screen f'],
    ...['Same, to look at (1)', 'Screen e'],
  ]
  expect(listed()).toEqual([...others, 'Same as accepted (1)'])
  toggleGroup('Same as accepted')
  expect(listed()).toEqual([...others, 'Same as accepted (1)', 'Screen a'])
})

test('moved blocks count when changed evidence is sorted by the size of its changes', async () => {
  const baseline = { status: 'changed' as const, changedPercent: 0.03, boxes: [], moved: 2, against: null }
  const { listed } = await mountFilmstrip([
    compared('a', 'changed', 0.6),
    compared('b', 'changed', 4.9),
    artifact('c', 1, { revisions: [revision('rvs_1c', 1, { baseline })] }),
  ])
  expect(listed()).toEqual(['Changed (3)', 'Screen b', 'Screen c', 'Screen a'])
})

test('evidence that looks accepted is not collapsed if there is no other evidence', async () => {
  const { listed } = await mountFilmstrip([compared('a', 'same', 0), compared('b', 'same', 0)])
  expect(listed()).toEqual(['Same as accepted (2)', 'Screen a', 'Screen b'])
})

const approval = { by: 'Ana', at: '2026-06-02T09:00:00.000Z', revisionId: 'rvs_1b', carried: false }

test('the filmstrip can list only unapproved evidence, and only evidence that has changed', async () => {
  const { listed, filter } = await mountFilmstrip([
    compared('a', 'same', 0),
    compared('b', 'changed', 4, { approval }),
    compared('c', 'changed', 2),
    compared('d', 'new', null),
  ])
  filter.isToLookAt.value = true
  expect(listed()).toEqual(['Changed (1)', 'Screen c', 'New (1)', 'Screen d'])
  filter.clear()
  filter.isChanged.value = true
  expect(listed()).toEqual(['Changed (2)', 'Screen b', 'Screen c'])
})

test('the variations of a screen are listed under the heading of the most changed variation', async () => {
  const { listed } = await mountFilmstrip([
    compared('a', 'same', 0, { variationGroup: 'Pricing' }),
    compared('b', 'changed', 2),
    compared('c', 'changed', 4, { variationGroup: 'Pricing' }),
    compared('d', 'new', null, { variationGroup: 'Login' }),
  ])
  expect(listed()).toEqual(['Changed (3)', 'Screen c', 'Screen a', 'Screen b', 'New (1)', 'Screen d'])
})

test('if no screen was accepted before, the filmstrip has the heading “Evidence”, not “New”', async () => {
  const { listed } = await mountFilmstrip([compared('a', 'new', null), compared('b', 'new', null)])
  expect(listed()).toEqual(['Evidence (2)', 'Screen a', 'Screen b'])
})

test('the rail next to a comparison has the headings and the order of the filmstrip', async () => {
  const evidence = [compared('a', 'same', 0), compared('b', 'changed', 0.2), compared('c', 'new', null)]
  const filmstrip = await mountFilmstrip(evidence)
  const rail = await mountFilmstrip(evidence, { isRail: () => true })
  expect([filmstrip.density.value, rail.density.value]).toEqual(['large', 'rail'])
  expect(rail.listed()).toEqual(filmstrip.listed())
})
