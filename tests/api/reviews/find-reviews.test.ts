import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { signUp } from '../../support/people/sign-up'
import { sharedFixture } from '../../support/server/fixture'

interface Found {
  reviews: { id: string; externalRef: string | null; projectId: string }[]
  nextCursor: string | null
}

const { server, person, agent, projectId } = await sharedFixture()
const otherProject = await person.project()
const create = async (externalRef: string, project = projectId) =>
  (
    await agent<{ review: { id: string } }>('POST', '/v1/reviews', {
      title: externalRef,
      externalRef,
      projectId: project,
    })
  ).body.review.id
const find = async (query: string) => (await agent<Found>('GET', `/v1/reviews?${query}`)).body
const first = await create('pr-1')
const second = await create('pr-2')
const inOther = await create('pr-1', otherProject)

describe('GET /v1/reviews', () => {
  it('GET /v1/reviews finds reviews by externalRef in every project, newest first', async () => {
    const { reviews, nextCursor } = await find('externalRef=pr-1')
    expect(reviews.map(each => [each.id, each.projectId])).toEqual([
      [inOther, otherProject],
      [first, projectId],
    ])
    expect(nextCursor).toBeNull()
    expect((await find(`externalRef=pr-1&project=${projectId}`)).reviews.map(each => each.id)).toEqual([
      first,
    ])
    expect((await find('externalRef=pr-3')).reviews).toEqual([])
  })

  it('GET /v1/reviews returns pages of at most the given limit', async () => {
    const page = await find('limit=2')
    expect(page.reviews.map(each => each.id)).toEqual([inOther, second])
    const next = await find(`limit=2&cursor=${page.nextCursor}`)
    expect([next.reviews.map(each => each.id), next.nextCursor]).toEqual([[first], null])
    expect((await agent('GET', `/v1/reviews?limit=${limits.pageSize}`)).status).toBe(200)
    const tooMany = await agent('GET', `/v1/reviews?limit=${limits.pageSize + 1}`)
    expect(tooMany).toMatchObject({ status: 422, body: { data: { field: 'limit' } } })
  })

  it('GET /v1/reviews returns no reviews outside the workspace or the project of the token', async () => {
    const outsider = await signUp(server)
    expect((await (await outsider.agent())<Found>('GET', '/v1/reviews')).body.reviews).toEqual([])
    const scoped = await person.agent({ projectId })
    const { body } = await scoped<Found>('GET', '/v1/reviews?externalRef=pr-1')
    expect(body.reviews.map(each => each.id)).toEqual([first])
  })
})
