import { expect, test } from 'vitest'
import type { ComparisonStatus } from '#shared/contract/comparison'
import { useFilmstrip } from '~/evidence/use-filmstrip'
import { SEARCHED_FROM } from '~/ui/lists/use-list-search'
import { artifact, revision } from '../../support/dom/fixtures'
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

async function mountFilmstrip(artifacts: ReturnType<typeof artifact>[]) {
  const { result, page } = await mountOnReview(() => useFilmstrip(), { artifacts, payload: { rounds } })
  /** Returns the title of each listed artifact, and each heading with its count. */
  const rows = () =>
    result.rows.value.map(each =>
      'artifact' in each ? each.artifact.title : `${each.title} (${each.count})`,
    )
  return { ...result, page, listed: rows }
}
const several = () => [inRound('a', 1), inRound('b', 1), inRound('c', 2)]

test('evidence is listed under its rounds, newest round first, with a count for each round', async () => {
  const { listed } = await mountFilmstrip(several())
  expect(listed()).toEqual(['Round 2 (1)', 'Screen c', 'Round 1 (2)', 'Screen a', 'Screen b'])
})

test('the heading of a collapsed round hides the evidence, but shows the number of pieces', async () => {
  const { listed, fold, rows } = await mountFilmstrip(several())
  fold('Round 1')
  expect(listed()).toEqual(['Round 2 (1)', 'Screen c', 'Round 1 (2)'])
  expect(rows.value.at(-1)).toMatchObject({ folded: true })
  fold('Round 1')
  expect(listed()).toHaveLength(5)
})

test('keys and links can still open evidence under a collapsed heading', async () => {
  const { fold, page } = await mountFilmstrip(several())
  fold('Round 1')
  expect(page.selection.artifacts.value.map(each => each.title)).toEqual(['Screen c', 'Screen a', 'Screen b'])
})

test('a search in a long list of evidence matches the typed words and hides empty headings', async () => {
  const many = Array.from({ length: SEARCHED_FROM }, (_, index) => inRound(`x${index}`, 1))
  const login = inRound('login', 2, { title: 'Login', route: '/sign-in', scenario: 'expired session' })
  const { listed, query, isLong, found } = await mountFilmstrip([...many, login])
  expect(isLong.value).toBe(true)
  for (const words of ['login', 'sign-in', 'expired']) {
    query.value = words
    expect(listed()).toEqual(['Round 2 (1)', 'Login'])
  }
  query.value = 'nowhere'
  expect([listed(), found.value]).toEqual([[], []])
  query.value = ''
  expect(found.value).toHaveLength(SEARCHED_FROM + 1)
})

test('a short list of evidence has no search', async () => {
  const { listed, query, isLong } = await mountFilmstrip(several())
  expect(isLong.value).toBe(false)
  query.value = 'nowhere'
  expect(listed()).toHaveLength(5)
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

/** Creates an artifact that compares like this with what a person accepted. */
const compared = (name: string, status: ComparisonStatus, changedPercent: number | null, more = {}) =>
  artifact(name, 1, {
    revisions: [
      revision(`rvs_1${name}`, 1, { baseline: { status, changedPercent, boxes: [], against: null } }),
    ],
    ...more,
  })

test('what looks as it was accepted is folded at the end, and what changed most is first', async () => {
  const { listed, fold } = await mountFilmstrip([
    compared('a', 'same', 0),
    compared('b', 'new', null),
    compared('c', 'changed', 2),
    compared('d', 'changed', 30),
    compared('e', 'same', 0, { threadCounts: { open: 1, addressed: 0, resolved: 0, total: 1 } }),
  ])
  const others = ['Screen d', 'Screen c', 'Screen b', 'Screen e']
  expect(listed()).toEqual(['Earlier uploads (4)', ...others, 'Same as accepted (1)'])
  fold('Same as accepted')
  expect(listed()).toEqual(['Earlier uploads (4)', ...others, 'Same as accepted (1)', 'Screen a'])
})

test('if all evidence looks as it was accepted, it is not folded', async () => {
  const { listed } = await mountFilmstrip([compared('a', 'same', 0), compared('b', 'same', 0)])
  expect(listed()).toEqual(['Same as accepted (2)', 'Screen a', 'Screen b'])
})

test('the filmstrip can list only what nobody approved and what differs from what was accepted', async () => {
  const approval = { by: 'Ana', at: '2026-06-02T09:00:00.000Z', revisionId: 'rvs_1b', carried: false }
  const { listed, isUnseenOnly } = await mountFilmstrip([
    compared('a', 'same', 0),
    compared('b', 'changed', 4, { approval }),
    compared('c', 'changed', 2),
  ])
  isUnseenOnly.value = true
  expect(listed()).toEqual(['Earlier uploads (1)', 'Screen c'])
})
