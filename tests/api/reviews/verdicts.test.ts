import { describe, expect, it } from 'vitest'
import type { Review, ReviewPayload } from '#shared/contract/review'
import { reviewStatuses } from '#shared/contract/review-status'
import { lastChange } from '#shared/review/outdated-verdict'
import type { Call } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { eventKindsOf } from '../../support/data/database'
import { fixtureOn } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'
import { notificationsAbout, notificationsOf } from '../../support/people/notifications'

const server = await sharedServerWithClock()
const { person, agent, projectId, png } = await fixtureOn(server)
const read = async (id: string, as: Call = agent) =>
  (await as<ReviewPayload>('GET', `/v1/reviews/${id}`)).body

const decide = async (by: Person, id: string, status: string, comment?: string) =>
  (await by.call<Review>('POST', `/api/reviews/${id}/status`, { status, comment })).body
const request = (id: string, ...people: Person[]) =>
  person.call('PUT', `/api/reviews/${id}/reviewers`, { userIds: people.map(each => each.id) })
const reviewersOf = async (id: string) =>
  (await read(id)).reviewers.map(each => [each.name, each.isRequested, each.status, each.comment])

describe('a verdict', () => {
  it('people can change a verdict from any status to any other, but agents cannot', async () => {
    const id = await newReview(agent, projectId)
    for (const from of reviewStatuses) {
      for (const to of reviewStatuses) {
        await person.call('POST', `/api/reviews/${id}/status`, { status: from })
        expect(await person.call('POST', `/api/reviews/${id}/status`, { status: to })).toMatchObject({
          status: 200,
          body: { id, status: to },
        })
      }
    }
    expect((await agent('POST', `/api/reviews/${id}/status`, { status: 'verified' })).status).toBe(403)
    expect(await person.call('POST', `/api/reviews/${id}/status`, { status: 'approved' })).toMatchObject({
      status: 422,
      body: { data: { field: 'status' } },
    })
  })

  it('a review contains the person and time of its verdict; a repeated verdict changes neither', async () => {
    const id = await newReview(agent, projectId)
    expect((await read(id)).review).toMatchObject({ decidedBy: null, decidedAt: null })
    const decide = async (status: string) =>
      (await person.call<Review>('POST', `/api/reviews/${id}/status`, { status })).body
    const before = new Date(server.now()).toISOString()
    const verified = await decide('verified')
    expect(verified.decidedBy).toBe('Ann')
    expect(Date.parse(verified.decidedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before))
    expect(await decide('verified')).toEqual(verified)
    expect((await read(id)).review).toEqual(verified)
    expect((await eventKindsOf(server, id)).filter(kind => kind === 'review.verified')).toHaveLength(1)
  })

  it('a verdict about evidence or a commit that the person has not seen is refused', async () => {
    const id = await newReview(agent, projectId)
    await upload(agent, id, png)
    const decideAt = (lastChangeAt: string) =>
      person.call('POST', `/api/reviews/${id}/status`, { status: 'verified', lastChangeAt })
    const shown = lastChange(await read(id))
    const conflict = { status: 409, body: { data: { error: 'conflict' } } }
    await upload(agent, id, png)
    expect(await decideAt(shown)).toMatchObject(conflict)
    const next = lastChange(await read(id))
    await agent('PATCH', `/v1/reviews/${id}`, { commit: 'bbbb' })
    expect(await decideAt(next)).toMatchObject(conflict)
    expect((await read(id)).review.status).toBe('open')
    await agent('POST', `/v1/reviews/${id}/threads`, { body: 'A comment is no change of the evidence.' })
    expect((await decideAt(lastChange(await read(id)))).status).toBe(200)
  })

  it('preferring a variation does not give a verdict', async () => {
    const id = await newReview(agent, projectId)
    const done = await upload(agent, id, png, { variationGroup: 'hero' })
    await person.call('POST', `/v1/artifacts/${done.artifactId}/preferred`, { preferred: true })
    expect((await read(id)).review.status).toBe('open')
  })
})

describe('the comment of a verdict', () => {
  it('the comment of a verdict is returned to agents until the next verdict', async () => {
    const id = await newReview(agent, projectId)
    expect((await decide(person, id, 'changes_requested', 'The total wraps.')).decisionComment).toBe(
      'The total wraps.',
    )
    const { body } = await agent<{ decisionComment: string; nextAction: { summary: string } }>(
      'GET',
      `/v1/reviews/${id}/wait?since=0`,
    )
    expect(body.decisionComment).toBe('The total wraps.')
    expect((await agent('GET', `/v1/reviews/${id}/threads`)).body).toMatchObject({
      decisionComment: 'The total wraps.',
    })
    expect((await read(id)).reviewers).toEqual([
      {
        userId: person.id,
        name: 'Ann',
        isRequested: false,
        isAwaited: false,
        status: 'changes_requested',
        comment: 'The total wraps.',
        mentions: [],
        decidedAt: expect.any(String),
      },
    ])
    expect((await decide(person, id, 'changes_requested', 'So does the tax.')).decisionComment).toBe(
      'So does the tax.',
    )
    expect((await decide(person, id, 'verified')).decisionComment).toBeNull()
    expect(await reviewersOf(id)).toEqual([['Ann', false, 'verified', null]])
  })

  it.each([
    ['', 422],
    ['x'.repeat(10_000), 200],
    ['x'.repeat(10_001), 422],
  ])('the comment of a verdict has 1 to 10,000 characters (%#)', async (comment, status) => {
    const id = await newReview(agent, projectId)
    const path = `/api/reviews/${id}/status`
    expect((await person.call('POST', path, { status: 'verified', comment })).status).toBe(status)
    expect((await read(id)).review.status).toBe(status === 200 ? 'verified' : 'open')
  })
})

describe('mentions in the comment of a verdict', () => {
  it('a person who is mentioned in a verdict gets only the notification of the mention', async () => {
    const id = await newReview(agent, projectId)
    const [bo, cy] = [
      await joined(server, person, 'Bo', 'reviewer'),
      await joined(server, person, 'Cy', 'reviewer'),
    ]
    await request(id, bo)
    await decide(cy, id, 'changes_requested')
    await decide(person, id, 'changes_requested', '**Look**, @Bo: the total wraps.')
    const latest = async (of: Person) => (await notificationsOf(of))[0]
    const excerpt = '**Look**, @Bo: the total wraps.'
    const about = { review: { id }, threadId: null, excerpt, actor: { name: 'Ann' } }
    expect(await latest(bo)).toMatchObject({ kind: 'mention', ...about })
    expect(await latest(cy)).toMatchObject({ kind: 'changes_requested', ...about })
    expect(await notificationsAbout(bo, id)).toEqual([
      'Ann mention',
      'Cy changes_requested',
      'Ann review_requested',
    ])
    const { reviewers } = await read(id)
    expect(reviewers.find(each => each.name === 'Ann')?.mentions).toEqual([{ userId: bo.id, name: 'Bo' }])
    expect(server.log()).not.toContain('the total wraps')
  })
})

describe('the same verdict', () => {
  it('a repeated verdict is a new verdict if another person gives it, or if evidence was added', async () => {
    const id = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, id, png)
    const reviewer = await joined(server, person, 'Bo', 'reviewer')
    await decide(person, id, 'verified')
    expect((await decide(reviewer, id, 'verified')).decidedBy).toBe('Bo')
    expect(await reviewersOf(id)).toEqual([
      ['Ann', false, 'verified', null],
      ['Bo', false, 'verified', null],
    ])
    const before = (await read(id)).review
    expect(await decide(person, id, 'verified')).toEqual(before)
    await revise(agent, artifactId, png)
    const after = await decide(person, id, 'verified')
    expect(after.decidedBy).toBe('Ann')
    expect(Date.parse(after.decidedAt ?? '')).toBeGreaterThan(Date.parse(before.decidedAt ?? ''))
  })

  it.each([{ commit: 'c0ffee5' }, { prRef: 'pr-8' }])(
    'a repeated verdict is a new verdict after a change of the review to %j',
    async change => {
      const id = await newReview(agent, projectId)
      const before = await decide(person, id, 'verified')
      expect(before.referencesChangedAt).toBeNull()
      await agent('PATCH', `/v1/reviews/${id}`, change)
      const { review: named } = await read(id)
      expect(named.status).toBe('verified')
      expect(Date.parse(named.referencesChangedAt ?? '')).toBeGreaterThan(Date.parse(before.decidedAt ?? ''))
      // The same value and another title do not count as a change of the references.
      await agent('PATCH', `/v1/reviews/${id}`, { ...change, title: 'Totals wrap less' })
      expect((await read(id)).review.referencesChangedAt).toBe(named.referencesChangedAt)
      const after = await decide(person, id, 'verified')
      expect(Date.parse(after.decidedAt ?? '')).toBeGreaterThanOrEqual(
        Date.parse(named.referencesChangedAt ?? ''),
      )
      expect(after.decidedAt).not.toBe(before.decidedAt)
    },
  )
})

describe('requested reviewers', () => {
  it('the list of reviewers begins with requested ones, in the order of their requests', async () => {
    const id = await newReview(agent, projectId)
    const [bo, cy] = [
      await joined(server, person, 'Bo', 'reviewer'),
      await joined(server, person, 'Cy', 'member'),
    ]
    await decide(person, id, 'changes_requested')
    await request(id, cy)
    await request(id, bo, cy)
    expect(await reviewersOf(id)).toEqual([
      ['Cy', true, null, null],
      ['Bo', true, null, null],
      ['Ann', false, 'changes_requested', null],
    ])
    await request(id, bo)
    await request(id, bo)
    expect(await reviewersOf(id)).toEqual([
      ['Bo', true, null, null],
      ['Ann', false, 'changes_requested', null],
    ])
    const kinds = (await eventKindsOf(server, id)).filter(kind => kind === 'review.reviewers_requested')
    expect(kinds).toHaveLength(3)
  })

  it('a requested reviewer counts as awaited until the next verdict, even an identical one', async () => {
    const id = await newReview(agent, projectId)
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const awaited = async () => (await read(id)).reviewers.map(each => [each.status, each.isAwaited])
    await decide(bo, id, 'verified')
    expect(await awaited()).toEqual([['verified', false]])
    await server.advance(1)
    await request(id, bo)
    expect(await awaited()).toEqual([['verified', true]])
    await server.advance(1)
    await decide(bo, id, 'verified')
    expect(await awaited()).toEqual([['verified', false]])
  })

  it('at most 50 people can be requested as reviewers, and all must be in the workspace', async () => {
    const id = await newReview(agent, projectId)
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const outsider = await signUp(server, 'Eve')
    expect(await request(id, bo, outsider)).toMatchObject({
      status: 422,
      body: { data: { field: 'userIds' } },
    })
    expect(await reviewersOf(id)).toEqual([])
    const repeated = (count: number) => Array<Person>(count).fill(bo)
    expect((await request(id, ...repeated(50))).status).toBe(200)
    expect(await request(id, ...repeated(51))).toMatchObject({
      status: 422,
      body: { data: { field: 'userIds' } },
    })
  })

  it('a requested reviewer who left the workspace is no longer listed', async () => {
    const id = await newReview(agent, projectId)
    const bo = await joined(server, person, 'Bo', 'reviewer')
    await request(id, bo)
    const { updatedAt } = (await read(id)).review
    await person.call('DELETE', `/api/workspaces/${person.workspaceId}/members/${bo.id}`)
    expect(await reviewersOf(id)).toEqual([])
    expect((await read(id)).review.updatedAt > updatedAt).toBe(true)
  })
})

describe('a project that needs a verdict of every requested reviewer', () => {
  const setRule = (needsAllReviewers: boolean) =>
    person.call('PATCH', `/api/projects/${projectId}`, { needsAllReviewers })

  /** Creates a review that needs every reviewer, and asks two people for a verdict. */
  async function askedOfTwo() {
    await setRule(true)
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const cy = await joined(server, person, 'Cy', 'reviewer')
    const id = await newReview(agent, projectId)
    await request(id, bo, cy)
    return { id, bo, cy }
  }

  it('a review that needs every reviewer is verified when the last reviewer has verified it', async () => {
    const { id, bo, cy } = await askedOfTwo()
    expect((await decide(person, id, 'verified')).status).toBe('open')
    await Promise.all([decide(bo, id, 'verified'), decide(cy, id, 'verified')])
    expect((await read(id)).review.status).toBe('verified')
    expect((await decide(cy, id, 'changes_requested')).status).toBe('changes_requested')
    expect((await decide(bo, id, 'verified')).status).toBe('changes_requested')
    expect((await decide(cy, id, 'verified')).status).toBe('verified')
    const kinds = (await eventKindsOf(server, id)).filter(kind => kind.startsWith('review.ver'))
    expect(kinds).toEqual([
      'review.verdict_given',
      'review.verdict_given',
      'review.verified',
      'review.verdict_given',
      'review.verified',
    ])
    await setRule(false)
    const other = await newReview(agent, projectId)
    await request(other, bo)
    expect((await decide(person, other, 'verified')).status).toBe('verified')
  })

  it('a verdict from before the last change of the evidence does not count if all must verify', async () => {
    const { id, bo, cy } = await askedOfTwo()
    await decide(bo, id, 'verified')
    await upload(agent, id, png)
    expect((await decide(cy, id, 'verified')).status).toBe('open')
    expect((await decide(bo, id, 'verified')).status).toBe('verified')
    await setRule(false)
  })

  it('a review stays open when its last missing reviewer is removed, until someone verifies it', async () => {
    const { id, bo } = await askedOfTwo()
    expect((await decide(bo, id, 'verified')).status).toBe('open')
    await request(id, bo)
    expect((await read(id)).review).toMatchObject({ status: 'open', decidedBy: null })
    await setRule(false)
    expect((await read(id)).review.status).toBe('open')
    await setRule(true)
    // Any person may give this verdict, even one who has already verified the review.
    expect(await decide(bo, id, 'verified')).toMatchObject({ status: 'verified', decidedBy: 'Bo' })
    await setRule(false)
  })
})
