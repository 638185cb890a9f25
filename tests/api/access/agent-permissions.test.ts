import { describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import { capabilities } from '#shared/contract/capabilities'
import type { Operation } from '#shared/contract/kit/operation'
import type { CreatedReview } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { SubmittedRound } from '#shared/contract/submitted-evidence'
import type { Call } from '../../support/server/client'
import { pngImage } from '../../support/media/samples'
import { fileOf, formOf } from '../../support/server/forms'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { server, person: owner, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const done = await upload(agent, reviewId, png)

const thread = (
  await owner.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0, y: 0 },
    body: 'x',
  })
).body

/** Maps the path segment before an id to the prefix of the id. */
const prefixes: Record<string, string> = {
  artifacts: 'art',
  threads: 'thr',
  projects: 'prj',
  workspaces: 'ws',
  tokens: 'tok',
  invitations: 'inv',
}

describe('the capabilities of a token', () => {
  const needed: [
    capability: (typeof capabilities)[number],
    method: string,
    path: () => string,
    body?: unknown,
  ][] = [
    ['artifact:write', 'POST', () => '/v1/reviews', { title: 'x' }],
    ['artifact:write', 'POST', () => '/v1/artifacts/uploads', {}],
    ['artifact:write', 'POST', () => `/v1/artifacts/${done.artifactId}/complete`],
    ['artifact:write', 'PATCH', () => `/v1/artifacts/${done.artifactId}`, { title: 'x' }],
    ['artifact:write', 'POST', () => '/v1/invitations', { email: 'rae@example.org' }],
    ['artifact:write', 'POST', () => `/v1/reviews/${reviewId}/share-links`],
    ['feedback:read', 'POST', () => `/v1/reviews/${reviewId}/share-links`],
    ['feedback:read', 'POST', () => `/v1/reviews/${reviewId}/share-links`, { password: 'a long password' }],
    ['artifact:read', 'GET', () => `/v1/artifacts/${done.artifactId}/download`],
    ['feedback:read', 'GET', () => `/v1/reviews/${reviewId}/threads`],
    ['thread:reply', 'POST', () => `/v1/threads/${thread.threadId}/replies`, { body: 'x' }],
    ['thread:reply', 'POST', () => `/v1/threads/${thread.threadId}/address`],
    ['project:create', 'POST', () => '/v1/projects', { name: 'x' }],
  ]
  it.each(needed)('a token needs the capability %s for %s', async (capability, method, path, body) => {
    const without = await owner.agent({ capabilities: capabilities.filter(each => each !== capability) })
    const response = await without(method, path(), body)
    expect(response).toMatchObject({ status: 403, body: { data: { error: 'forbidden' } } })
    expect(response.body.data.message).toContain(capability)
  })

  it('a token without feedback:read gets only its own comments of the threads it changes', async () => {
    const path = `/v1/reviews/${reviewId}/threads`
    const { threadId } = (await owner.call<Thread>('POST', path, { kind: 'review', body: 'Secret' })).body
    const blind = await owner.agent({ capabilities: ['artifact:write', 'thread:reply'] })
    const reading = await owner.agent({ capabilities: ['feedback:read', 'thread:reply'] })
    const textsOf = ({ comment, comments }: Thread) => [comment, ...comments.map(each => each.body)]
    const to = (action: string, body?: object, call = blind) =>
      call<Thread>('POST', `/v1/threads/${threadId}/${action}`, body)
    expect(textsOf((await to('claim')).body)).toEqual([''])
    expect(textsOf((await to('claim')).body)).toEqual([''])
    expect(textsOf((await to('replies', { body: 'Mine' })).body)).toEqual(['Mine', 'Mine'])
    expect(textsOf((await to('address', { body: 'Fixed' })).body)).toEqual(['Mine', 'Mine', 'Fixed'])
    expect(textsOf((await to('address')).body)).toEqual(['Mine', 'Mine', 'Fixed'])
    const all = ['Secret', 'Secret', 'Mine', 'Fixed']
    expect(textsOf((await to('address', {}, reading)).body)).toEqual(all)
    expect(textsOf((await to('replies', { body: 'x' }, reading)).body)).toEqual([...all, 'x'])

    const other = (await owner.call<Thread>('POST', path, { kind: 'review', body: 'Secret' })).body
    const answer = formOf({ files: fileOf(await pngImage(30, 20)), [other.threadId]: 'Done' })
    const round = await blind<SubmittedRound>('POST', `/v1/reviews/${reviewId}/rounds`, answer)
    expect(round.body.threads.map(textsOf)).toEqual([['Done', 'Done']])
    expect(round.body.threads[0]?.comments[0]?.author.type).toBe('agent')
  })

  it('a token without feedback:read does not get the comment of a verdict', async () => {
    const review = { projectId, title: 'Decided', externalRef: 'decided' }
    const { id } = (await agent<CreatedReview>('POST', '/v1/reviews', review)).body.review
    await owner.call('POST', `/api/reviews/${id}/status`, { status: 'verified', comment: 'Secret' })
    const image = await pngImage(31, 20)
    const areSecret = async (call: Call) => {
      const { artifactId, uploadUrl } = (await declareUpload(call, id, { bytes: image.length })).body
      await put(uploadUrl, image)
      const form = formOf({ files: fileOf(await pngImage(32, 20), 'later.png'), reviewId: id })
      const responses = [
        await call('GET', `/v1/reviews/${id}`),
        await call('POST', '/v1/reviews', review),
        await call('PATCH', `/v1/reviews/${id}`, { branch: 'main' }),
        await call('POST', `/v1/artifacts/${artifactId}/complete`, {}),
        await call('POST', `/v1/artifacts/${artifactId}/complete`, {}),
        await call('POST', '/v1/evidence', form),
      ]
      expect(responses.map(each => each.status)).toEqual([200, 200, 200, 200, 200, 200])
      return responses.map(each => !JSON.stringify(each.body).includes('Secret'))
    }
    const reading = await owner.agent({ capabilities: ['artifact:write', 'feedback:read'] })
    expect(await areSecret(reading)).toEqual([false, false, false, false, false, false])
    const blind = await owner.agent({ capabilities: ['artifact:write'] })
    expect(await areSecret(blind)).toEqual([true, true, true, true, true, true])
  })

  it('a token with only artifact:read can read a review and its Markdown', async () => {
    const reader = await owner.agent({ capabilities: ['artifact:read'] })
    expect((await reader('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    expect((await reader('GET', `/v1/reviews/${reviewId}/markdown`)).status).toBe(200)
  })
})

describe('operations for people only', () => {
  it('operations for people respond 403 to agents, whatever capabilities the agents have', async () => {
    const forPeople = Object.values(contract as Record<string, Operation>).filter(
      // Operations of administrators respond 404 to agents, as the tests in api/access/admin show.
      row => !row.auth.anonymous && row.auth.agent === false && row.action !== 'administer',
    )
    expect(forPeople.length).toBeGreaterThan(25)
    for (const row of forPeople) {
      const response = await agent(
        row.method,
        row.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          name === 'userId'
            ? owner.id
            : reviewId.replace('rev', prefixes[row.path.split('/')[2] ?? ''] ?? 'rev'),
        ),
        row.method === 'GET' ? undefined : {},
      )
      expect([row.id, response.status]).toEqual([row.id, 403])
    }
  })

  it('operations for people refuse requests that another site sends with the session cookie', async () => {
    const path = `/v1/threads/${thread.threadId}/resolve`
    expect((await owner.call('POST', path, {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await owner.call('POST', path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await owner.call('POST', path, { status: 'open' }, { origin: server.url })).status).toBe(200)
  })

  it('POST /v1/projects cannot be used by people, or with tokens limited to one project', async () => {
    expect((await owner.call('POST', '/v1/projects', { name: 'x' })).status).toBe(403)
    const scoped = await owner.agent({ projectId })
    expect((await scoped('POST', '/v1/projects', { name: 'x' })).status).toBe(403)
  })
})
