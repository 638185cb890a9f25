import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewSummary } from '#shared/contract/review-list'
import { newReview } from '../../support/reviews/review'
import { runSql } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'

interface List {
  reviews: ReviewSummary[]
  nextCursor: string | null
}

const { server, person, agent, projectId } = await sharedFixture()
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
  it('the reviews of a project can be searched by title, branch, pull request and author', async () => {
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

  it('the reviews of a project can be sorted by title, creation time or last change', async () => {
    const sorted = ['Alpha', 'beta, 100 % done', 'Gamma']
    expect(await titles({ sort: 'title' })).toEqual(sorted)
    const [first] = (await list({ search: 'beta' })).body.reviews
    await agent('POST', `/v1/reviews/${first?.id}/threads`, { body: 'Changed.' })
    expect(await titles({ sort: 'created' })).toEqual(['Gamma', 'Alpha', 'beta, 100 % done'])
    expect(await titles({})).toEqual(['beta, 100 % done', 'Gamma', 'Alpha'])
    expect(await titles({ sort: 'updated', search: 'a' })).toEqual(['beta, 100 % done', 'Gamma', 'Alpha'])
  })

  it('a project’s reviews can be sorted by branch, author or verdict; missing values come last', async () => {
    const of = await person.project()
    const make = async (title: string, branch?: string | null, by = agent) =>
      (await by<{ review: { id: string } }>('POST', '/v1/reviews', { projectId: of, title, branch })).body
        .review.id
    const first = await make('1', 'main')
    await make('2')
    await make('3', 'Feature/b', person.call)
    const fourth = await make('4', 'main')
    await make('5', '')
    await make('6', 'feature/a')
    const sorted = async (sort: string, more: object = {}) =>
      (await list({ sort, ...more }, of)).body.reviews.map(each => each.title).join('')
    expect(await sorted('branch')).toBe('634152')
    expect(await sorted('branch', { search: 'main' })).toBe('41')
    expect(await sorted('author')).toBe('365421')
    // Reviews that earlier versions stored have no author.
    await runSql(server, 'update review set created_by = null where id = ?', [fourth])
    expect(await sorted('author')).toBe('365214')
    await person.call('POST', `/api/reviews/${first}/status`, { status: 'changes_requested' })
    await person.call('POST', `/api/reviews/${fourth}/status`, { status: 'verified' })
    expect(await sorted('status')).toBe('653214')
    expect(await sorted('status', { status: 'open' })).toBe('6532')
  })

  it('the reviews of a project can be searched and filtered by verdict at the same time', async () => {
    const [gamma] = (await list({ search: 'gamma' })).body.reviews
    await person.call('POST', `/api/reviews/${gamma?.id}/status`, { status: 'verified' })
    expect(await titles({ search: 'a', status: 'verified' })).toEqual(['Gamma'])
    expect(await titles({ sort: 'title', status: 'open' })).toEqual(['Alpha', 'beta, 100 % done'])
  })

  it('the pages of the list of a project’s reviews are complete in every sort order', async () => {
    const many = await person.project()
    const names = Array.from({ length: limits.pageSize + 1 }, (_, index) => `Page ${1000 + index}`)
    for (const title of names) await newReview(agent, many, title)
    const searches: Record<string, string>[] = [{ search: 'page' }, {}]
    for (const [sort, expected] of [
      ['title', names],
      ['created', names.toReversed()],
      ['updated', names.toReversed()],
      // All reviews have equal values in the following three sort orders: no branch, one author and one
      // verdict.
      ['branch', names.toReversed()],
      ['author', names.toReversed()],
      ['status', names.toReversed()],
    ] as const)
      for (const search of searches) {
        const first = (await list({ sort, ...search }, many)).body
        expect(first.reviews).toHaveLength(limits.pageSize)
        const next = (await list({ sort, ...search, cursor: first.nextCursor ?? '' }, many)).body
        expect([...first.reviews, ...next.reviews].map(each => each.title)).toEqual(expected)
        expect(next.nextCursor).toBeNull()
      }
  })

  it('the list of a project’s reviews changes its ETag only if its content has changed', async () => {
    const path = `/api/projects/${projectId}/reviews?search=alpha`
    const etag = (await person.call('GET', path)).headers.get('etag') ?? ''
    const status = async () => (await person.call('GET', path, undefined, { 'if-none-match': etag })).status
    expect(await status()).toBe(304)
    const [alpha] = (await list({ search: 'alpha' })).body.reviews
    await agent('POST', `/v1/reviews/${alpha?.id}/threads`, { body: 'Changed.' })
    expect(await status()).toBe(200)
  })

  it('the error for an invalid search, order or cursor of a project’s reviews names the field', async () => {
    expect((await list({ search: 'x'.repeat(limits.reviewSearch) })).status).toBe(200)
    for (const [field, query] of [
      ['search', { search: 'x'.repeat(limits.reviewSearch + 1) }],
      ['sort', { sort: 'size' }],
      ['cursor', { cursor: 'nonsense' }],
      ['cursor', { cursor: 'Alpha.rev_1', sort: 'created' }],
      ['cursor', { cursor: 'open.rev_1', sort: 'status' }],
      ['cursor', { cursor: `${'x'.repeat(limits.reviewCursor)}.rev_1`, sort: 'title' }],
    ] as const)
      expect(await list(query)).toMatchObject({ status: 422, body: { data: { field } } })
  })
})
