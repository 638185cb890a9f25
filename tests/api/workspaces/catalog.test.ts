import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { sharedFixture } from '../../support/server/fixture'

const { person, agent, projectId } = await sharedFixture()
const second = await person.project('Second project')

interface Catalog {
  projects: { id: string; slug: string; reviews: { id: string; externalRef: string | null }[] }[]
  nextCursor?: string | null
}

const ids: string[] = []
for (let i = 0; i < 7; i++) ids.push(await newReview(agent, i % 3 === 0 ? second : projectId, `Review ${i}`))
for (const project of [projectId, second])
  await agent('POST', '/v1/reviews', { projectId: project, title: 'Referenced', externalRef: 'ref-1' })

async function catalog(query = '', call: Call = agent): Promise<Catalog> {
  const { status, body } = await call<Catalog>('GET', `/v1/projects${query}`)
  expect(status).toBe(200)
  return body
}
const reviewsOf = ({ projects }: Catalog) => projects.flatMap(each => each.reviews.map(({ id }) => id))

describe('GET /v1/projects', () => {
  it('GET /v1/projects without parameters lists every review, and returns no cursor', async () => {
    const all = await catalog()
    expect(reviewsOf(all)).toHaveLength(9)
    expect(all).not.toHaveProperty('nextCursor')
    const [first] = all.projects
    expect(first?.reviews.map(each => each.id)).toEqual(
      first?.reviews
        .map(each => each.id)
        .toSorted()
        .toReversed(),
    )
  })

  it('GET /v1/projects with a limit returns pages of reviews, newest first, and all projects', async () => {
    const all = reviewsOf(await catalog())
    const pages: string[][] = []
    let cursor: string | null | undefined
    do {
      const page = await catalog(`?limit=4${cursor ? `&cursor=${cursor}` : ''}`)
      expect(page.projects.map(each => each.id)).toEqual([projectId, second])
      pages.push(reviewsOf(page).toSorted().toReversed())
      cursor = page.nextCursor
    } while (cursor)
    expect(cursor).toBe(null)
    expect(pages.map(page => page.length)).toEqual([4, 4, 1])
    expect(pages.flat()).toEqual(all.toSorted().toReversed())
  })

  it('the last page of GET /v1/projects has no cursor, and a call with a cursor needs no limit', async () => {
    const whole = await catalog('?limit=9')
    expect([reviewsOf(whole).length, whole.nextCursor]).toEqual([9, null])
    const { nextCursor } = await catalog('?limit=1')
    const rest = await catalog(`?cursor=${nextCursor}`)
    expect([reviewsOf(rest).length, rest.nextCursor]).toEqual([8, null])
  })

  it('the pages of GET /v1/projects miss no review while other reviews are added', async () => {
    const before = reviewsOf(await catalog(`?project=${projectId}`))
    const first = await catalog(`?project=${projectId}&limit=2`)
    await newReview(agent, projectId, 'Added')
    const rest = await catalog(`?project=${projectId}&limit=100&cursor=${first.nextCursor}`)
    expect([...reviewsOf(first), ...reviewsOf(rest)]).toEqual(before)
  })

  it.each(['id', 'slug'] as const)('GET /v1/projects can be limited to a project by its %s', async by => {
    const project = (await catalog()).projects.find(each => each.id === second)
    const only = await catalog(`?project=${project?.[by]}`)
    expect(only.projects).toEqual([project])
    const page = await catalog(`?project=${project?.[by]}&limit=2`)
    expect(page.projects).toEqual([{ ...project, reviews: project?.reviews.slice(0, 2) }])
  })

  it('GET /v1/projects with externalRef returns only matching reviews and their projects', async () => {
    const found = await catalog('?externalRef=ref-1')
    expect(found.projects.map(({ id, reviews }) => [id, reviews.map(each => each.externalRef)])).toEqual([
      [projectId, ['ref-1']],
      [second, ['ref-1']],
    ])
    expect((await catalog(`?externalRef=ref-1&project=${second}`)).projects).toHaveLength(1)
    const page = await catalog('?externalRef=ref-1&limit=1')
    expect(page.projects.map(each => each.id)).toEqual([second])
    expect(await catalog(`?externalRef=ref-1&limit=1&cursor=${page.nextCursor}`)).toMatchObject({
      projects: [{ id: projectId }],
      nextCursor: null,
    })
    expect(await catalog('?externalRef=ref-2')).toEqual({ untrusted: [], projects: [] })
  })

  it('GET /v1/projects returns to a scoped token only its own project', async () => {
    const own = await person.agent({ projectId: second })
    expect((await catalog('?limit=100', own)).projects.map(each => each.id)).toEqual([second])
    expect(reviewsOf(await catalog('?limit=100', own))).toEqual(
      reviewsOf(await catalog(`?project=${second}`)),
    )
    expect(await catalog(`?project=${projectId}`, own)).toEqual({ untrusted: [], projects: [] })
    expect((await catalog('?externalRef=ref-1', own)).projects.map(each => each.id)).toEqual([second])
  })

  it('GET /v1/projects rejects parameters outside their limits', async () => {
    const status = async (query: string) => (await agent('GET', `/v1/projects?${query}`)).status
    expect(await status('limit=1')).toBe(200)
    expect(await status(`limit=${limits.pageSize}`)).toBe(200)
    expect(await status(`project=${'x'.repeat(limits.projectReference)}`)).toBe(200)
    expect(await status(`externalRef=${'x'.repeat(limits.externalRef)}`)).toBe(200)
    for (const query of [
      'limit=0',
      `limit=${limits.pageSize + 1}`,
      'limit=x',
      'cursor=rev_1%20',
      'project=%20',
      `project=${'x'.repeat(limits.projectReference + 1)}`,
      `externalRef=${'x'.repeat(limits.externalRef + 1)}`,
    ])
      expect([query, await status(query)]).toEqual([query, 422])
  })
})

describe('the numbers of reviews of projects', () => {
  it('the review counts of a project are correct after concurrent creations and deletions', async () => {
    const own = await person.project('Counted')
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        // Calls with the same `externalRef` get the same review.
        agent<{ review: { id: string } }>('POST', '/v1/reviews', {
          projectId: own,
          title: 'Counted',
          externalRef: `counted-${i % 16}`,
        }),
      ),
    )
    const counted = [...new Set(made.map(({ body }) => body.review.id))]
    const verdicts = ['verified', 'changes_requested', 'verified', 'open']
    const act = (id: string, i: number) => [
      ...[...verdicts.slice(i % 4), ...verdicts.slice(0, i % 4)].map(
        status => () => person.call('POST', `/api/reviews/${id}/status`, { status }),
      ),
      ...(i % 4 === 0 ? [() => person.call('DELETE', `/api/reviews/${id}`)] : []),
    ]
    await Promise.all(counted.flatMap((id, i) => act(id, i).map(run => run())))
    const [first = '', second = ''] = counted.slice(1)
    await person.call('POST', `/api/reviews/${first}/status`, { status: 'verified' })
    await person.call('POST', `/api/reviews/${second}/status`, { status: 'changes_requested' })
    const { reviews } = (
      await person.call<{ reviews: { status: string }[] }>('GET', `/api/projects/${own}/reviews`)
    ).body
    const { projects } = (
      await person.call<{ projects: { id: string; reviewCount: number; openReviewCount: number }[] }>(
        'GET',
        '/api/projects',
      )
    ).body
    expect(projects.find(each => each.id === own)).toMatchObject({
      reviewCount: reviews.length,
      openReviewCount: reviews.filter(each => each.status !== 'verified').length,
    })
    expect(reviews.length).toBe(12)
  })
})
