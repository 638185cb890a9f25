import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { newId } from '#shared/ids'
import { DAY, HOUR, MINUTE } from '#shared/time'
import { runSql } from '../../support/data/database'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { groupsOf, listedIn, readInbox } from '../../support/reviews/inbox'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'

const { server, person, agent, projectId, png } = await sharedFixture()

/** Returns the time that is `ms` milliseconds in the future, by the clock of this process. */
const later = (ms: number) => new Date(Date.now() + ms).toISOString()

const snooze = (by: Person, reviewIds: string[], until: unknown) =>
  by.call('PUT', '/api/inbox/snoozed', { reviewIds, until })
const snoozedBy = async (by: Person, query = '') =>
  (await by.call<Output<'listSnoozed'>>('GET', `/api/inbox/snoozed${query}`)).body.reviews.map(
    each => each.id,
  )

/** Creates a person with a project of their own, so that their inbox has only the reviews of the test. */
async function newPerson() {
  const own = await signUp(server, 'Pia')
  const call = await own.agent()
  const project = await own.project()
  return { own, call, create: () => newReview(call, project) }
}

describe('PUT /api/inbox/snoozed', () => {
  it('a snoozed review is in no inbox group, is counted and listed, and can be put back', async () => {
    const { own, create } = await newPerson()
    const ids = [await create(), await create(), await create()]
    const [first = '', second = '', third = ''] = ids
    const [soon, late] = [later(HOUR), later(2 * DAY)]
    expect((await snooze(own, [second], late)).status).toBe(204)
    expect((await snooze(own, [first], soon)).status).toBe(204)
    expect(await groupsOf(own)).toEqual({ open: [third] })
    expect((await readInbox(own)).snoozed).toEqual({ count: 2, firstUntil: soon, lastUntil: late })
    expect(await snoozedBy(own)).toEqual([first, second])
    expect((await listedIn(own)).map(each => each.snoozedUntil)).toEqual([null])
    const { reviews } = (await own.call<Output<'listSnoozed'>>('GET', '/api/inbox/snoozed')).body
    expect(reviews.map(each => each.snoozedUntil)).toEqual([soon, late])
    expect((await snooze(own, [first, second], null)).status).toBe(204)
    expect((await listedIn(own)).map(each => each.id).toSorted()).toEqual(ids.toSorted())
    expect((await readInbox(own)).snoozed).toEqual({ count: 0, firstUntil: null, lastUntil: null })
    expect(await snoozedBy(own)).toEqual([])
  })

  it('a snooze ends at its time, which also changes the ETag of the inbox', async () => {
    const clocked = await fixtureOn(await sharedServerWithClock())
    const id = await newReview(clocked.agent, clocked.projectId)
    const inbox = () => clocked.person.call('GET', '/api/inbox')
    const until = new Date(clocked.server.now() + HOUR).toISOString()
    await snooze(clocked.person, [id], until)
    expect(await groupsOf(clocked.person)).toEqual({})
    const etag = (await inbox()).headers.get('etag')
    await clocked.server.advance(HOUR - MINUTE)
    expect((await inbox()).headers.get('etag')).toBe(etag)
    await clocked.server.advance(2 * MINUTE)
    expect(await groupsOf(clocked.person)).toEqual({ open: [id] })
    expect((await inbox()).headers.get('etag')).not.toBe(etag)
    expect(await snoozedBy(clocked.person)).toEqual([])
    expect((await readInbox(clocked.person)).snoozed.count).toBe(0)
    expect((await listedIn(clocked.person)).map(each => each.snoozedUntil)).toEqual([until])
  })

  it('a snooze is personal: it changes no other inbox and creates no audit event', async () => {
    const id = await newReview(agent, projectId)
    const other = await joined(server, person, 'Kim', 'reviewer')
    const etagOf = async (as: Person) => (await as.call('GET', '/api/inbox')).headers.get('etag')
    const events = () => runSql(server, 'SELECT id FROM event WHERE review_id = ?', [id])
    const before = [await etagOf(person), await etagOf(other)]
    const recorded = await events()
    await snooze(person, [id], later(HOUR))
    expect(await etagOf(person)).not.toBe(before[0])
    expect(await etagOf(other)).toBe(before[1])
    expect(await events()).toEqual(recorded)
    expect((await listedIn(other)).map(each => each.id)).toContain(id)
    expect(await snoozedBy(other)).toEqual([])
  })

  it('a snoozed review returns when the person is mentioned or asked for a verdict', async () => {
    const kim = await joined(server, person, 'Kim Lee', 'reviewer')
    const id = await newReview(agent, projectId)
    const isListed = async () => (await listedIn(kim)).some(each => each.id === id)
    const again = async () => {
      await snooze(kim, [id], later(HOUR))
      expect(await isListed()).toBe(false)
    }
    await again()
    await upload(agent, id, png)
    await person.call('POST', `/v1/reviews/${id}/threads`, { body: 'Too wide.' })
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'changes_requested' })
    expect(await isListed()).toBe(false)
    await agent('POST', `/v1/reviews/${id}/threads`, { body: '@Kim Lee, which of the two?' })
    expect(await isListed()).toBe(true)
    await again()
    await person.call('PUT', `/api/reviews/${id}/reviewers`, { userIds: [kim.id] })
    expect(await isListed()).toBe(true)
    await again()
    await person.call('POST', `/api/reviews/${id}/status`, {
      status: 'open',
      comment: '@Kim Lee, please look.',
    })
    expect(await isListed()).toBe(true)
  })

  it('snoozing replaces archiving, and archiving replaces snoozing', async () => {
    const { own, call, create } = await newPerson()
    const id = await create()
    await snooze(own, [id], later(HOUR))
    await own.call('PUT', '/api/inbox/archived', { reviewIds: [id], archived: true })
    expect([await groupsOf(own), await snoozedBy(own)]).toEqual([{}, []])
    await snooze(own, [id], later(HOUR))
    expect(await snoozedBy(own)).toEqual([id])
    // A change ends the archiving, but not the snooze.
    await call('POST', `/v1/reviews/${id}/threads`, { body: 'Done.' })
    expect(await groupsOf(own)).toEqual({})
    await snooze(own, [id], null)
    expect(await groupsOf(own)).toEqual({ open: [id] })
  })

  it(`a review can be snoozed until a later time within ${limits.snoozeDays} days`, async () => {
    const id = await newReview(agent, projectId)
    const longest = limits.snoozeDays * DAY
    for (const until of [later(-1), later(longest + MINUTE), 'tomorrow', undefined])
      expect(await snooze(person, [id], until)).toMatchObject({
        status: 422,
        body: { data: { field: 'until' } },
      })
    for (const until of [later(MINUTE), later(longest - MINUTE)])
      expect((await snooze(person, [id], until)).status).toBe(204)
    await snooze(person, [id], null)
  })

  it('the number of snoozed reviews counts only the workspace of the request', async () => {
    const { own, create } = await newPerson()
    await snooze(own, [await create()], later(HOUR))
    const made = await own.call<{ workspace: { id: string } }>('POST', '/api/workspaces', { name: 'Other' })
    const other = made.body.workspace.id
    const countIn = async (query: string) =>
      (await own.call<Output<'readInbox'>>('GET', `/api/inbox${query}`)).body.snoozed.count
    expect([await countIn(''), await countIn(`?workspaceId=${other}`)]).toEqual([1, 0])
    expect(await snoozedBy(own, `?workspaceId=${other}`)).toEqual([])
    expect(await snoozedBy(own, `?workspaceId=${own.workspaceId}`)).toHaveLength(1)
    const foreign = await own.call('GET', `/api/inbox/snoozed?workspaceId=${person.workspaceId}`)
    expect(foreign).toMatchObject({ status: 404, body: { data: { field: 'workspaceId' } } })
  })

  it('the list of snoozed reviews begins with the first to return, and states if more exist', async () => {
    const { own, create } = await newPerson()
    const ids = [await create(), await create()]
    await snooze(own, ids, later(HOUR))
    const list = async () => (await own.call<Output<'listSnoozed'>>('GET', '/api/inbox/snoozed')).body
    expect((await list()).hasMore).toBe(false)
    const made = Array.from({ length: limits.inboxReviews - 1 }, () => newId('review'))
    for (const each of made) {
      await runSql(
        server,
        'INSERT INTO review (id, project_id, workspace_id, title, status, created_at, updated_at) ' +
          "SELECT ?, project_id, workspace_id, 'x', 'open', 1, 1 FROM review WHERE id = ?",
        [each, ids[0] ?? ''],
      )
      await runSql(server, 'INSERT INTO snoozed (user_id, review_id, until) VALUES (?, ?, ?)', [
        own.id,
        each,
        Date.now() + 2 * HOUR,
      ])
    }
    const { reviews, hasMore } = await list()
    expect([reviews.length, hasMore]).toEqual([limits.inboxReviews, true])
    expect(reviews.slice(0, 2).map(each => each.id)).toEqual(ids.toSorted())
    expect((await readInbox(own)).snoozed.count).toBe(limits.inboxReviews + 1)
  })
})

describe('PUT /api/inbox/archived', () => {
  const archive = (by: Person, reviewIds: string[], archived: unknown = true) =>
    by.call('PUT', '/api/inbox/archived', { reviewIds, archived })

  it('several reviews can be archived and restored together, and each returns when it changes', async () => {
    const { own, call, create } = await newPerson()
    const ids = [await create(), await create(), await create()]
    const [first = ''] = ids
    expect((await archive(own, [...ids, first])).status).toBe(204)
    expect(await groupsOf(own)).toEqual({})
    await call('POST', `/v1/reviews/${first}/threads`, { body: 'Done.' })
    expect(await groupsOf(own)).toEqual({ open: [first] })
    expect((await archive(own, ids, false)).status).toBe(204)
    expect((await listedIn(own)).map(each => each.id).toSorted()).toEqual(ids.toSorted())
  })

  it.each(['archived', 'snoozed'])(
    'PUT /api/inbox/%s changes none of the given reviews if the person cannot see one of them',
    async path => {
      const { own, create } = await newPerson()
      const id = await create()
      const foreign = await newReview(agent, projectId)
      const send = (reviewIds: unknown) =>
        own.call('PUT', `/api/inbox/${path}`, { reviewIds, archived: true, until: later(HOUR) })
      for (const other of [foreign, newId('review')])
        expect(await send([id, other])).toMatchObject({
          status: 404,
          body: { data: { message: 'Review not found.', field: 'reviewIds' } },
        })
      expect(await groupsOf(own)).toEqual({ open: [id] })
      expect((await send([])).status).toBe(422)
      const most = Array.from({ length: limits.inboxReviews }, () => id)
      expect(await send([...most, id])).toMatchObject({ status: 422, body: { data: { field: 'reviewIds' } } })
      expect((await send(most)).status).toBe(204)
      expect(await groupsOf(own)).toEqual({})
    },
  )
})
