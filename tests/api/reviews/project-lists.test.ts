import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewSummary } from '#shared/contract/review'
import { newReview } from '../../support/client'
import { sharedFixture } from '../../support/fixture'

interface List {
  reviews: ReviewSummary[]
  nextCursor: string | null
}

const { person, agent, projectId } = await sharedFixture()
const other = await person.project()
const create = (title: string, more: object = {}) =>
  agent('POST', '/v1/reviews', { projectId, title, ...more })
await create('beta, 100 % done', { branch: 'fix/totals' })
await create('Alpha', { prRef: '#1284' })
await person.call('POST', '/v1/reviews', { projectId, title: 'Gamma' })
await newReview(agent, other, 'Alpha of another project')

const list = (query: Record<string, string>, of = projectId) =>
  person.call<List>('GET', `/api/projects/${of}/reviews?${new URLSearchParams(query)}`)
const titles = async (query: Record<string, string>) =>
  (await list(query)).body.reviews.map(each => each.title)

describe('GET /api/projects/{id}/reviews', () => {
  it('finds reviews by title, branch, pull request and author', async () => {
    expect(await titles({ search: 'ALPHA' })).toEqual(['Alpha'])
    expect(await titles({ search: '100 %' })).toEqual(['beta, 100 % done'])
    expect(await titles({ search: 'fix/' })).toEqual(['beta, 100 % done'])
    expect(await titles({ search: '1284' })).toEqual(['Alpha'])
    expect(await titles({ search: 'ci-agent' })).toEqual(['Alpha', 'beta, 100 % done'])
    const [gamma] = (await list({ search: 'gamma' })).body.reviews
    expect(gamma?.createdBy).toBe(
      (await person.call<{ user: { name: string } }>('GET', '/api/me')).body.user.name,
    )
    expect(await titles({ search: 'nothing' })).toEqual([])
  })

  it('is sorted by title without regard to case, by creation, and by the last change', async () => {
    const sorted = ['Alpha', 'beta, 100 % done', 'Gamma']
    expect(await titles({ sort: 'title' })).toEqual(sorted)
    const [first] = (await list({ search: 'beta' })).body.reviews
    await agent('POST', `/v1/reviews/${first?.id}/threads`, { body: 'Changed.' })
    expect(await titles({ sort: 'created' })).toEqual(['Gamma', 'Alpha', 'beta, 100 % done'])
    expect(await titles({})).toEqual(['beta, 100 % done', 'Gamma', 'Alpha'])
    expect(await titles({ sort: 'updated', search: 'a' })).toEqual(['beta, 100 % done', 'Gamma', 'Alpha'])
  })

  it('searches within a verdict', async () => {
    const [gamma] = (await list({ search: 'gamma' })).body.reviews
    await person.call('POST', `/api/reviews/${gamma?.id}/status`, { status: 'verified' })
    expect(await titles({ search: 'a', status: 'verified' })).toEqual(['Gamma'])
    expect(await titles({ sort: 'title', status: 'open' })).toEqual(['Alpha', 'beta, 100 % done'])
  })

  it('has pages in every order', async () => {
    const many = await person.project()
    const names = Array.from({ length: limits.pageSize + 1 }, (_, index) => `Page ${1000 + index}`)
    for (const title of names) await newReview(agent, many, title)
    const searches: Record<string, string>[] = [{ search: 'page' }, {}]
    for (const [sort, expected] of [
      ['title', names],
      ['created', names.toReversed()],
      ['updated', names.toReversed()],
    ] as const)
      for (const search of searches) {
        const first = (await list({ sort, ...search }, many)).body
        expect(first.reviews).toHaveLength(limits.pageSize)
        const next = (await list({ sort, ...search, cursor: first.nextCursor ?? '' }, many)).body
        expect([...first.reviews, ...next.reviews].map(each => each.title)).toEqual(expected)
        expect(next.nextCursor).toBeNull()
      }
  })

  it('is sent anew only when what it has changed', async () => {
    const path = `/api/projects/${projectId}/reviews?search=alpha`
    const etag = (await person.call('GET', path)).headers.get('etag') ?? ''
    const status = async () => (await person.call('GET', path, undefined, { 'if-none-match': etag })).status
    expect(await status()).toBe(304)
    const [alpha] = (await list({ search: 'alpha' })).body.reviews
    await agent('POST', `/v1/reviews/${alpha?.id}/threads`, { body: 'Changed.' })
    expect(await status()).toBe(200)
  })

  it('rejects a search, an order and a cursor that are not valid, and names the field', async () => {
    expect((await list({ search: 'x'.repeat(limits.reviewSearch) })).status).toBe(200)
    for (const [field, query] of [
      ['search', { search: 'x'.repeat(limits.reviewSearch + 1) }],
      ['sort', { sort: 'size' }],
      ['cursor', { cursor: 'nonsense' }],
      ['cursor', { cursor: 'Alpha.rev_1', sort: 'created' }],
      ['cursor', { cursor: `${'x'.repeat(limits.reviewCursor)}.rev_1`, sort: 'title' }],
    ] as const)
      expect(await list(query)).toMatchObject({ status: 422, body: { data: { field } } })
  })
})
