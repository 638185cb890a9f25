import { describe, expect, it } from 'vitest'
import type { ReviewSummary } from '#shared/contract/review-list'
import { plans } from '#shared/plans'
import { DAY } from '#shared/time'
import type { Call } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { fixtureOn } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'

const { server, person, agent, projectId, png } = await fixtureOn(
  await sharedServerWithClock({ RETENTION: 'plan' }),
)

/** The lists of reviews with their callers and paths, by name. */
const lists: Record<string, [Call, string]> = {
  inbox: [person.call, '/api/inbox'],
  reviews: [person.call, `/api/projects/${projectId}/reviews`],
  open: [person.call, `/api/projects/${projectId}/reviews?status=open`],
  projects: [person.call, '/api/projects'],
  catalog: [agent, '/v1/projects'],
  page: [agent, '/v1/projects?limit=1'],
}

async function read<T>(
  [call, path]: [Call, string],
  etag = '',
): Promise<{ status: number; etag: string; body: T }> {
  const { status, headers, body } = await call<T>('GET', path, undefined, { 'if-none-match': etag })
  return { status, etag: headers.get('etag') ?? '', body }
}

/** Returns the names of the lists that respond 200 instead of 304 after a change. */
async function renewedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await Promise.all(Object.values(lists).map(list => read(list)))
  await change()
  const after = await Promise.all(Object.values(lists).map((list, i) => read(list, before[i]?.etag)))
  return Object.keys(lists).filter((_, i) => after[i]?.status === 200)
}

async function reviewed() {
  const id = await newReview(agent, projectId)
  const { artifactId, revisionId } = await upload(agent, id, png)
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.5 }, body: 'x' })
  return { id, artifactId, revisionId }
}

const all = Object.keys(lists)
const ofReviews = ['inbox', 'reviews', 'open']

describe('lists of reviews with an ETag', () => {
  it.each<[string, string[], (made: Awaited<ReturnType<typeof reviewed>>) => Promise<unknown>]>([
    ['nothing', [], async () => {}],
    [
      'a comment',
      ofReviews,
      ({ id }) => agent('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'x' }),
    ],
    ['evidence', ofReviews, ({ id }) => upload(agent, id, png)],
    [
      'a deleted artifact',
      ofReviews,
      ({ artifactId }) => person.call('DELETE', `/api/artifacts/${artifactId}`),
    ],
    [
      'revoked links',
      ofReviews,
      ({ revisionId }) => agent('DELETE', `/v1/revisions/${revisionId}/capabilities`),
    ],
    [
      'something seen',
      ofReviews,
      ({ id, revisionId }) => person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] }),
    ],
    [
      'a pending comment',
      ofReviews,
      ({ id }) =>
        person.call('POST', `/api/reviews/${id}/pending-comments`, { kind: 'review', body: 'Later' }),
    ],
    ['a verdict', all, ({ id }) => person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })],
    ['a new review', all, () => newReview(agent, projectId)],
    ['a deleted review', all, ({ id }) => person.call('DELETE', `/api/reviews/${id}`)],
    [
      'another project name',
      all,
      () => person.call('PATCH', `/api/projects/${projectId}`, { name: `P ${Date.now()}` }),
    ],
    ['a new project', ['projects', 'catalog', 'page'], () => person.project()],
  ])('a list of reviews changes its ETag only with its data: after %s', async (_what, expected, change) => {
    const made = await reviewed()
    expect(await renewedBy(() => change(made))).toEqual(expected)
  })

  it('seeing an item changes the ETag of the inbox only for the person who saw the item', async () => {
    const { id, revisionId } = await reviewed()
    const other = await joined(server, person, 'Kim', 'reviewer')
    const [mine, theirs] = [await read([person.call, '/api/inbox']), await read([other.call, '/api/inbox'])]
    expect(mine.etag).not.toBe(theirs.etag)
    await other.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect((await read([person.call, '/api/inbox'], mine.etag)).status).toBe(304)
    expect((await read([other.call, '/api/inbox'], theirs.etag)).status).toBe(200)
  })

  it('after a member is removed, the member’s cached lists respond 404 or omit the workspace', async () => {
    await reviewed()
    const member = await joined(server, person, 'Ben', 'member')
    const reviews: [Call, string] = [member.call, `/api/projects/${projectId}/reviews`]
    const inbox: [Call, string] = [member.call, '/api/inbox']
    const held = [await read(reviews), await read(inbox)] as const
    expect(held.map(each => each.status)).toEqual([200, 200])
    await person.call('DELETE', `/api/workspaces/${person.workspaceId}/members/${member.id}`)
    expect((await read(reviews, held[0].etag)).status).toBe(404)
    expect(await read(inbox, held[1].etag)).toMatchObject({
      status: 200,
      body: { addressed: [], sinceVerdict: [], fresh: [], open: [], waiting: [], decided: [] },
    })
  })

  it('a list of reviews is never older than confirmed changes, even during concurrent writes', async () => {
    const own = await person.project()
    let confirmed = 0
    let writing = true
    async function write() {
      for (let i = 0; i < 20; i++) {
        await newReview(agent, own, `Review ${i}`)
        confirmed += 1
      }
      writing = false
    }
    async function follow<T>(list: [Call, string], countOf: (body: T) => number) {
      let etag = ''
      let count = 0
      while (writing || count < confirmed) {
        const least = confirmed
        const response = await read<T>(list, etag)
        if (response.status === 200) count = countOf(response.body)
        expect(count).toBeGreaterThanOrEqual(least)
        etag = response.etag
      }
    }
    interface Projects {
      projects: { id: string; reviewCount: number; reviews: unknown[] }[]
    }
    const ofOwn = ({ projects }: Projects) => projects.find(each => each.id === own)
    await Promise.all([
      write(),
      follow<{ reviews: unknown[] }>(
        [person.call, `/api/projects/${own}/reviews`],
        body => body.reviews.length,
      ),
      follow<Projects>([person.call, '/api/projects'], body => ofOwn(body)?.reviewCount ?? 0),
      follow<Projects>([agent, '/v1/projects'], body => ofOwn(body)?.reviews.length ?? 0),
    ])
  })

  it('a verified review leaves the cached inbox after a week', async () => {
    const { id } = await reviewed()
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    const decided = async (etag?: string) =>
      read<{ decided: ReviewSummary[] }>([person.call, '/api/inbox'], etag)
    const before = await decided()
    expect(before.body.decided.map(each => each.id)).toContain(id)
    await server.advance(4 * DAY)
    // A read of the inbox also extends the session.
    expect((await decided(before.etag)).status).toBe(304)
    await server.advance(3 * DAY + 1000)
    const after = await decided(before.etag)
    expect([after.status, after.body.decided]).toEqual([200, []])
  })

  it('a list of reviews states when its thumbnails expire, and prefers unexpired thumbnails', async () => {
    const own = await signUp(server)
    const call = await own.agent()
    const ownProjectId = await own.project()
    const id = await newReview(call, ownProjectId)
    await upload(call, id, png, { title: 'Early' })
    const list: [Call, string] = [own.call, `/api/projects/${ownProjectId}/reviews`]
    const readRow = async (etag?: string) => {
      const response = await read<{ reviews: ReviewSummary[] }>(list, etag)
      const [row] = response.status === 200 ? response.body.reviews : []
      return { ...response, url: row?.thumbnailUrl, expiresAt: Date.parse(row?.thumbnailExpiresAt ?? '') }
    }
    const { visibleDays } = plans.free.retention
    const before = await readRow()
    // Advances the clock in steps. The request in each step extends the session.
    for (const step of [4, 4, visibleDays - 10]) {
      await server.advance(step * DAY)
      expect((await readRow(before.etag)).status).toBe(304)
    }
    await server.advance(2 * DAY)
    const after = await readRow(before.etag)
    expect([after.status, after.url, after.expiresAt]).toEqual([200, before.url, before.expiresAt])

    await runSql(server, "UPDATE workspace SET plan = 'team' WHERE id = ?", [own.workspaceId])
    const longer = (plans.team.retention.visibleDays - visibleDays) * DAY
    expect((await readRow(after.etag)).expiresAt).toBe(before.expiresAt + longer)
    await runSql(server, "UPDATE workspace SET plan = 'free' WHERE id = ?", [own.workspaceId])

    await upload(call, id, png, { title: 'Late' })
    const late = await readRow()
    expect(late.url).not.toBe(before.url)
    expect(late.expiresAt).toBeGreaterThan(before.expiresAt + (visibleDays - 1) * DAY)
  })
})
