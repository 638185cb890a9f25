import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { reactionEmojis } from '#shared/contract/reaction'
import type { CompactThread, Thread } from '#shared/contract/thread'
import { newId } from '#shared/ids'
import { runSql } from '../../support/data/database'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import type { Call } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId } = await sharedFixture()
const colleague = await joined(server, person, 'Bea', 'reviewer')

/** Creates a review with a comment of a person. */
async function commented() {
  const reviewId = await newReview(agent, projectId)
  const { body } = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Too wide.' })
  const commentId = body.comments[0]?.id ?? ''
  const react = (emoji: unknown, reacted: unknown = true, by: Call = person.call) =>
    by<Thread>('PUT', `/api/comments/${commentId}/reactions`, { emoji, reacted })
  const versionOf = async () => {
    const text = 'SELECT version, updated_at FROM review WHERE id = ?'
    const [row] = await runSql<{ version: number; updated_at: number | string }>(server, text, [reviewId])
    // PostgreSQL returns times as texts.
    return [Number(row?.version), Number(row?.updated_at)]
  }
  return { reviewId, threadId: body.threadId, commentId, react, versionOf }
}

const reactionsOf = (thread: Thread) => thread.comments[0]?.reactions

describe('PUT /api/comments/{id}/reactions', () => {
  it('each person reacts once with each emoji, and reactions are grouped in a fixed order', async () => {
    const { reviewId, react } = await commented()
    await react('eyes')
    await react('thumbs_up')
    await react('thumbs_up')
    const { status, body } = await react('thumbs_up', true, colleague.call)
    const [ann, bea] = [
      { id: person.id, name: 'Ann' },
      { id: colleague.id, name: 'Bea' },
    ]
    const all = [
      { emoji: 'thumbs_up', count: 2, people: [ann, bea] },
      { emoji: 'eyes', count: 1, people: [ann] },
    ]
    expect([status, reactionsOf(body)]).toEqual([200, all])
    expect((await threadsOf(agent, reviewId)).map(reactionsOf)).toEqual([all])
    await react('thumbs_up', false)
    expect(reactionsOf((await react('eyes', false)).body)).toEqual([
      { emoji: 'thumbs_up', count: 1, people: [bea] },
    ])
    await react('check', false)
    await react('thumbs_up', false, colleague.call)
    expect(Object.keys((await threadsOf(agent, reviewId))[0]?.comments[0] ?? {})).not.toContain('reactions')
  })

  it('concurrent reactions of two people to a comment are all stored', async () => {
    const { reviewId, react } = await commented()
    await Promise.all(
      [person.call, colleague.call].flatMap(by => reactionEmojis.map(emoji => react(emoji, true, by))),
    )
    const [thread] = await threadsOf(agent, reviewId)
    expect(thread && reactionsOf(thread)?.map(each => each.count)).toEqual([2, 2, 2])
  })

  it('an unknown emoji gets 422, which names the field and the emojis', async () => {
    const { react } = await commented()
    for (const emoji of ['👍', 'heart', '', undefined]) {
      const { status, body } = await react(emoji)
      expect(status).toBe(422)
      expect(body).toMatchObject({ data: { field: 'emoji' } })
      for (const each of reactionEmojis) expect(JSON.stringify(body)).toContain(each)
    }
    expect(await react('eyes', 'yes')).toMatchObject({ status: 422, body: { data: { field: 'reacted' } } })
  })

  it(`a comment has at most ${limits.reactionPeople} reactions with the same emoji`, async () => {
    const { commentId, react } = await commented()
    const others = Array.from({ length: limits.reactionPeople - 1 }, () => ({
      emoji: 'check',
      userId: newId('user'),
      name: 'x',
    }))
    const store = (rows: unknown[]) =>
      runSql(server, 'UPDATE comment SET reactions = ? WHERE id = ?', [JSON.stringify(rows), commentId])
    await store(others)
    expect(reactionsOf((await react('check')).body)?.[0]?.count).toBe(limits.reactionPeople)
    expect(await react('check', true, colleague.call)).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict', hint: 'Write a reply instead.' } },
    })
    expect((await react('eyes', true, colleague.call)).status).toBe(200)
    expect((await react('check', false)).status).toBe(200)
    expect((await react('check', true, colleague.call)).status).toBe(200)
  })

  it('agents and people outside of the workspace cannot react', async () => {
    const { react } = await commented()
    expect((await react('check', true, agent)).status).toBe(403)
    expect((await react('check', true, (await signUp(server, 'Sid')).call)).status).toBe(404)
  })

  it('an edited comment keeps its reactions, and a deleted comment can get none', async () => {
    const { commentId, react } = await commented()
    await react('check')
    const edited = await person.call<Thread>('PATCH', `/api/comments/${commentId}`, { body: 'Wide.' })
    expect(reactionsOf(edited.body)).toMatchObject([{ emoji: 'check', count: 1 }])
    expect((await person.call('DELETE', `/api/comments/${commentId}`)).status).toBe(204)
    expect((await react('check')).status).toBe(404)
  })
})

describe('a reaction', () => {
  it('a reaction notifies no one, creates no audit event, and ends no wait request', async () => {
    const { reviewId, react } = await commented()
    const counts = () =>
      Promise.all(
        ['event', 'notification'].map(table =>
          runSql(server, `SELECT count(*) AS n FROM ${table} WHERE review_id = ?`, [reviewId]),
        ),
      )
    const before = await counts()
    const wait = (query: string) =>
      agent<Output<'waitForFeedback'>>('GET', `/v1/reviews/${reviewId}/wait?gather=0&${query}`)
    const { cursor } = (await wait('seconds=0')).body
    await react('thumbs_up', true, colleague.call)
    expect((await wait(`seconds=0&since=${cursor}`)).body).toMatchObject({ changed: false, threads: [] })
    expect(await counts()).toEqual(before)
  })

  it('a reaction increases the version of the review, but leaves it archived and in its place', async () => {
    const { reviewId, react, versionOf } = await commented()
    const inbox = async () => JSON.stringify((await colleague.call('GET', '/api/inbox')).body)
    await colleague.call('PUT', '/api/inbox/archived', { reviewIds: [reviewId], archived: true })
    const [version = 0, updatedAt = 0] = await versionOf()
    const tag = (await agent('GET', `/v1/reviews/${reviewId}/threads`)).headers.get('etag') ?? ''
    await react('eyes')
    expect(await versionOf()).toEqual([version + 1, updatedAt + 1])
    await react('eyes')
    expect(await versionOf()).toEqual([version + 1, updatedAt + 1])
    const known = { 'if-none-match': tag }
    expect((await agent('GET', `/v1/reviews/${reviewId}/threads`, undefined, known)).status).toBe(200)
    expect(await inbox()).not.toContain(reviewId)
    await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'More.' })
    expect(await inbox()).toContain(reviewId)
  })

  it('compact threads, their text form and share links show only the counts of reactions', async () => {
    const { reviewId, react } = await commented()
    await react('thumbs_up')
    await react('thumbs_up', true, colleague.call)
    const counted = [{ emoji: 'thumbs_up', count: 2 }]
    const path = `/v1/reviews/${reviewId}/threads`
    const { threads } = (await agent<{ threads: CompactThread[] }>('GET', `${path}?fields=compact`)).body
    expect(threads[0]?.reactions).toEqual(counted)
    const token = await person.token()
    const text = await fetch(`${server.url}${path}?format=text`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await text.text()).toContain('  Ann: Too wide.\n    2 × thumbs_up\n')
    const link = await newShareLink(person.call, reviewId)
    const shared = (await visitorOf(server, link.token).read()).body.threads[0]
    expect(shared?.comments[0]?.reactions).toEqual(counted)
  })
})
