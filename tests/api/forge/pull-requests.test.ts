import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { forgeKinds, type ForgeKind } from '#shared/forge/dialects'
import { HOUR, MINUTE } from '#shared/time'
import type { Call } from '../../support/server/client'
import type { Person } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { fixtureOn } from '../../support/server/fixture'
import {
  connectForge,
  connectionsOf,
  headCommit,
  startConnectedForge,
  startForge,
  type CannedResponse,
  type ForgeStub,
} from '../../support/stubs/forge'
import { pngImage } from '../../support/media/samples'
import { startServer } from '../../support/server/server'
import { preloading } from '../../support/server/preload'

// Starts a server of its own, because tests stop it and change its secret.
const server = await startServer({ FORGES_TO_PRIVATE: 'on', ...preloading('timers', 'quick-passwords') })
afterAll(() => server.stop())

let owner: Person
let agent: Call
let projectId: string
let png: Buffer
let forge: ForgeStub
beforeEach(async () => {
  ;({ person: owner, agent, projectId, png } = await fixtureOn(server))
})
afterEach(() => {
  forge.stop()
  expect(forge.strayRequests).toEqual([])
})

async function startConnected(kind: ForgeKind, more: Record<string, unknown> = {}): Promise<void> {
  forge = await startConnectedForge(owner.call, projectId, kind, more)
}

/**
 * A review of another project. The test changes it to find out which changes the worker has already
 * processed, because its pull request shows them.
 */
interface Witness {
  forge: ForgeStub
  /** Changes the verdict of the review, which the pull request shows. */
  change: () => Promise<void>
}

async function startWitness(): Promise<Witness> {
  const { person, agent: call, projectId: project } = await fixtureOn(server)
  const stub = await startForge('github')
  await connectForge(person.call, project, 'github', stub)
  const { body } = await call<{ review: { id: string } }>('POST', '/v1/reviews', {
    projectId: project,
    title: 'Witness',
    prRef: 'pr-7',
    commit: headCommit,
  })
  let changes = 0
  return {
    forge: stub,
    async change() {
      const status = changes++ % 2 === 0 ? 'verified' : 'open'
      await person.call('POST', `/api/reviews/${body.review.id}/status`, { status })
    },
  }
}

async function newReview(more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await agent<{ review: { id: string } }>('POST', '/v1/reviews', {
    projectId,
    title: 'Totals wrap',
    prRef: 'pr-7',
    commit: headCommit,
    ...more,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.review.id
}

const decide = (reviewId: string, status: string) =>
  owner.call('POST', `/api/reviews/${reviewId}/status`, { status })
const states = () => forge.statuses.map(each => each.state)
const gather = () => server.advance(limits.pullRequestGatherMs)
/** Advances the clock by the time in which changes are gathered, then polls for a result. */
const eventually = (read: () => unknown) => {
  let passed: Promise<void> | undefined
  return expect.poll(async () => {
    await (passed ??= gather())
    return read()
  })
}
/**
 * Waits long enough for an update that must not happen. The worker processes changes in the order in which
 * they are due. So after it has processed two later changes of a witness, the update would have happened.
 */
async function quiet(): Promise<void> {
  const witness = await startWitness()
  for (let turns = 1; turns <= 2; turns++) {
    await witness.change()
    await gather()
    await expect.poll(() => witness.forge.statuses.length).toBe(turns)
  }
  witness.forge.stop()
}
const writes = () => forge.requests.filter(each => !each.startsWith('GET'))
const problemsOf = async () => (await connectionsOf(owner))[0]?.problems.map(each => each.error) ?? []
/** Lets the stub send the response `canned` to requests whose method and path match the pattern. */
const failOn = (pattern: RegExp, canned: CannedResponse) =>
  forge.respondWith(request => (pattern.test(request) ? canned : undefined))

describe.each(forgeKinds)('updates of a pull request on %s', kind => {
  it('ten concurrent changes create one comment on the pull request, and one commit status', async () => {
    await startConnected(kind)
    const reviewId = await newReview()
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => upload(agent, reviewId, png, { title: `Screen ${n}` })),
    )
    await eventually(() => forge.bodies()[0]).toContain('Screen 9')
    await quiet()
    expect(forge.bodies()).toEqual([expect.stringContaining(`<!-- exhibit:${reviewId} -->`)])
    expect(forge.bodies()[0]).toMatch(/\| \[!\[Screen 0\]\(\S+\/e\/\S+\)\]\(\S+\) \|/)
    expect(writes().filter(each => each.startsWith('POST') && !each.includes('statuses'))).toHaveLength(1)
    expect(forge.statuses).toEqual([
      {
        commit: headCommit,
        state: 'pending',
        description: 'Waiting for a reviewer',
        url: `${server.url}/reviews/${reviewId}`,
        context: 'exhibit',
      },
    ])
    expect(await connectionsOf(owner)).toMatchObject([
      { lastWrittenAt: expect.any(String), problems: [], pausedUntil: null },
    ])
  })

  it('the comment on a pull request shows the state before a change next to the newest picture', async () => {
    await startConnected(kind)
    const { artifactId } = await upload(agent, await newReview(), png, { title: 'Cart', isBefore: true })
    await revise(agent, artifactId, await pngImage(40, 30))
    await eventually(() => forge.bodies()[0]).toMatch(
      /\n\| Before \| After \| \|\n.*\n\| \[!\[Cart, before\]\(\S+ \| \[!\[Cart\]\(\S+ \| \*\*\[Cart\]/,
    )
  })

  it('the status of a pull request follows the verdict; new evidence makes it pending again', async () => {
    await startConnected(kind)
    const reviewId = await newReview()
    const { artifactId } = await upload(agent, reviewId, png)
    await eventually(states).toEqual(['pending'])
    await decide(reviewId, 'changes_requested')
    const failure = kind === 'gitlab' ? 'failed' : 'failure'
    await eventually(states).toEqual(['pending', failure])
    await decide(reviewId, 'verified')
    await eventually(states).toEqual(['pending', failure, 'success'])
    expect(forge.bodies()[0]).toContain('\n\nVerified\n\n')
    await revise(agent, artifactId, await pngImage(40, 30))
    await eventually(states).toEqual(['pending', failure, 'success', 'pending'])
    expect(forge.statuses.at(-1)?.description).toBe('Changed since it was verified, 1 changed')
    expect(forge.bodies()).toEqual([expect.stringContaining('revision 2')])
    await decide(reviewId, 'open')
    await decide(reviewId, 'verified')
    await eventually(states).toEqual(['pending', failure, 'success', 'pending', 'success'])
  })

  it('the commit status is pending again after a review gets another commit or pull request', async () => {
    await startConnected(kind)
    const reviewId = await newReview({ commit: '0'.repeat(40) })
    await upload(agent, reviewId, png)
    await decide(reviewId, 'verified')
    await agent('PATCH', `/v1/reviews/${reviewId}`, { commit: headCommit })
    await eventually(() => forge.statuses.map(each => [each.commit, each.state])).toEqual([
      [headCommit, 'pending'],
    ])
    expect(forge.statuses[0]?.description).toBe('Changed since it was verified')
    await decide(reviewId, 'verified')
    await eventually(states).toEqual(['pending', 'success'])
    await agent('PATCH', `/v1/reviews/${reviewId}`, { prRef: null })
    await agent('PATCH', `/v1/reviews/${reviewId}`, { prRef: 'pr-7' })
    await eventually(states).toEqual(['pending', 'success', 'pending'])
  })

  it('a pull request update reuses the oldest comment of CI and deletes other comments of CI', async () => {
    await startConnected(kind)
    const reviewId = await newReview()
    const marker = `<!-- exhibit:${reviewId} -->\n`
    forge.add('A person wrote this.', 2)
    const { id } = forge.add(`${marker}of CI`)
    forge.add(`${marker}of another job`)
    forge.add(`${marker}copied by a person`, 2)
    await eventually(() => forge.bodies().length).toBe(3)
    expect(forge.ids()[1]).toBe(id)
    expect(forge.bodies()).toEqual([
      'A person wrote this.',
      expect.stringContaining('Waiting for a reviewer'),
      `${marker}copied by a person`,
    ])
  })

  it('a deleted comment on a pull request is not created again, but its status is updated', async () => {
    await startConnected(kind)
    const reviewId = await newReview()
    await eventually(states).toEqual(['pending'])
    forge.removeAll()
    await decide(reviewId, 'verified')
    await eventually(states).toEqual(['pending', 'success'])
    await decide(reviewId, 'open')
    await eventually(states).toEqual(['pending', 'success', 'pending'])
    expect(forge.bodies()).toEqual([])
    expect(await problemsOf()).toEqual([])
  })

  it('the comment on a pull request from a fork contains no pictures', async () => {
    await startConnected(kind)
    forge.state.isFork = true
    const reviewId = await newReview()
    await upload(agent, reviewId, png, { title: 'Dashboard' })
    await eventually(() => forge.bodies()[0]).toContain('**[Dashboard](')
    expect(forge.bodies()[0]).not.toContain('/e/')
  })

  it('the comment on a pull request contains no pictures if the connection has them disabled', async () => {
    await startConnected(kind, { pictures: false })
    await upload(agent, await newReview(), png, { title: 'Dashboard' })
    await eventually(() => forge.bodies()[0]).toContain('**[Dashboard](')
    expect(forge.bodies()[0]).not.toContain('/e/')
  })

  it('a pull request is not updated with a revoked token, but with the token that replaces it', async () => {
    await startConnected(kind)
    const reviewId = await newReview()
    await eventually(states).toEqual(['pending'])
    forge.state.token = 'another'
    await decide(reviewId, 'verified')
    await eventually(problemsOf).toEqual([expect.stringContaining('401: Bad credentials')])
    await server.advance(HOUR)
    await quiet()
    expect(states()).toEqual(['pending'])
    await connectForge(owner.call, projectId, kind, forge, { token: 'another' })
    await eventually(states).toEqual(['pending', 'success'])
    await eventually(problemsOf).toEqual([])
  })

  it('a pull request gets its status even if the token may not comment; owners see the error', async () => {
    await startConnected(kind)
    failOn(/comments|notes/, { status: 403, body: { message: 'Resource not accessible' } })
    await newReview()
    await eventually(problemsOf).toEqual([expect.stringContaining('403: Resource not accessible')])
    expect(states()).toEqual(['pending'])
    expect(forge.bodies()).toEqual([])
    expect((await connectionsOf(owner))[0]?.pausedUntil).toBeNull()
  })

  it('a pull request gets its comment even if the forge does not know its commit', async () => {
    await startConnected(kind)
    await newReview({ commit: '0'.repeat(40) })
    await eventually(problemsOf).toEqual([expect.stringMatching(/statuses.* failed with (422|404)/)])
    expect(forge.bodies()).toHaveLength(1)
  })

  it('a rate limit of the forge delays the updates of all reviews of the project', async () => {
    await startConnected(kind)
    failOn(/./, { status: 429, headers: { 'retry-after': '3600' } })
    await newReview()
    await eventually(problemsOf).toHaveLength(1)
    expect((await connectionsOf(owner))[0]?.pausedUntil).not.toBeNull()
    forge.respondWith(() => undefined)
    await newReview({ externalRef: 'second' })
    await server.advance(50 * MINUTE)
    await quiet()
    expect(forge.bodies()).toEqual([])
    await server.advance(20 * MINUTE)
    await eventually(() => forge.bodies().length).toBe(2)
    await eventually(problemsOf).toEqual([])
  })
})

describe.each(forgeKinds)('a pull request on %s with unusual values', kind => {
  it.each([
    '../merge_requests/1/approve?',
    `${headCommit}/../../pulls/7/merge?`,
    'main',
    'c0f',
    `${'c0ffee5b'.repeat(8)}0`,
  ])('a pull request gets a comment but no status if the commit of the review is %j', async commit => {
    await startConnected(kind)
    await newReview({ commit })
    await eventually(() => forge.bodies().length).toBe(1)
    await quiet()
    expect(forge.statuses).toEqual([])
    expect(writes()).toHaveLength(1)
    expect(await problemsOf()).toEqual([])
  })

  it.each([true, false])(
    'a copied marker in the comment of another person is ignored (token can read its user: %j)',
    async mayAskWho => {
      await startConnected(kind, { pictures: false })
      // GitLab has no tokens of apps, so a token can always read its user.
      forge.state.mayAskWho = mayAskWho || kind === 'gitlab'
      const reviewId = await newReview({ prRef: undefined })
      const copied = `<!-- exhibit:${reviewId} -->\n\nVerified, says an outsider`
      forge.add(copied, 2)
      await agent('PATCH', `/v1/reviews/${reviewId}`, { prRef: 'pr-7' })
      await eventually(() => forge.bodies()).toEqual([copied, expect.stringContaining('Totals wrap')])
      await decide(reviewId, 'verified')
      await eventually(() => forge.bodies()).toEqual([copied, expect.stringContaining('\n\nVerified\n\n')])
    },
  )
})

describe('updates of a pull request on GitHub', () => {
  it('an update of a pull request is retried after an error of the forge', async () => {
    await startConnected('github')
    failOn(/pulls/, { status: 502 })
    await newReview()
    await eventually(problemsOf).toEqual([expect.stringContaining('502')])
    forge.respondWith(() => undefined)
    await server.advance(MINUTE)
    await eventually(() => forge.bodies().length).toBe(1)
    await eventually(problemsOf).toEqual([])
  })

  const comment = (more: object) => [{ id: 1, body: 'x', user: { id: 7 }, ...more }]
  const arrays = (count: number) => Array.from({ length: count }, () => [])
  it.each([
    ['too many values', comment({ z: arrays(limits.forgeResponseValues) }), {}],
    ['too many values', comment({ z: JSON.parse('['.repeat(80) + ']'.repeat(80)) as object }), {}],
    // The stub sends a page of the maximum size for every request, and always links to a next page.
    ['too many values', comment({ z: arrays(20_000) }), { link: '<https://x/?page=2>; rel="next"' }],
    ['too long', comment({ body: 'x'.repeat(limits.forgeResponseBytes) }), {}],
    [
      'too long',
      comment({ body: 'x'.repeat(limits.forgeResponseBytes - 1000) }),
      { link: '<https://x/?page=2>; rel="next"' },
    ],
  ])(
    'a pull request gets no comment if the forge sends comments that are %s (case %#)',
    async (reason, body, headers) => {
      await startConnected('github')
      failOn(/GET .*comments/, { status: 200, headers, body })
      await newReview()
      await eventually(problemsOf).toEqual([expect.stringContaining(reason)])
      // The server writes only the commit status, which does not need the comments.
      expect(writes().every(each => each.includes('/statuses/'))).toBe(true)
      expect(forge.requests.length).toBeLessThan(20)
    },
  )

  it.each([
    [{ 'x-ratelimit-remaining': '0' }, 'API rate limit exceeded'],
    [{}, 'You have exceeded a secondary rate limit'],
  ])(
    'an update of a pull request waits when GitHub responds 403 for a rate limit with %j',
    async (headers, message) => {
      await startConnected('github')
      failOn(/pulls/, { status: 403, headers, body: { message } })
      await newReview()
      await eventually(problemsOf).toEqual([expect.stringContaining(message)])
      expect((await connectionsOf(owner))[0]?.pausedUntil).not.toBeNull()
      forge.respondWith(() => undefined)
      await server.advance(2 * MINUTE)
      await eventually(() => forge.bodies().length).toBe(1)
    },
  )

  it('a pull request is updated only by reviews that refer to it in the connected repository', async () => {
    await startConnected('github')
    const { origin } = new URL(forge.apiUrl)
    await newReview({ prRef: 'other/web#7', title: 'Other' })
    await newReview({ prRef: undefined, title: 'None' })
    await newReview({ prRef: 'https://github.com/acme/web/pull/7', title: 'Elsewhere' })
    await newReview({ prRef: `${origin}/acme/web/pull/7`, title: 'By address' })
    await eventually(() => forge.bodies().length).toBe(1)
    await quiet()
    expect(forge.bodies()).toEqual([expect.stringContaining('By address')])
    expect(await problemsOf()).toEqual([])
  })

  it('a commit gets the least favorable status of all its reviews', async () => {
    await startConnected('github')
    const first = await newReview()
    const second = await newReview({ title: 'Prices wrap', commit: headCommit.slice(0, 9).toUpperCase() })
    await eventually(states).toEqual(['pending', 'pending'])
    await decide(first, 'verified')
    await eventually(() => forge.statuses.length).toBe(3)
    expect(forge.statuses.at(-1)).toMatchObject({
      state: 'pending',
      description: 'Another review: Waiting for a reviewer',
      url: `${server.url}/reviews/${second}`,
    })
    await decide(second, 'changes_requested')
    await eventually(() => states().at(-1)).toBe('failure')
    await decide(first, 'open')
    await eventually(() => forge.statuses.length).toBe(5)
    expect(states().at(-1)).toBe('failure')
    await decide(second, 'verified')
    await eventually(() => states().at(-1)).toBe('pending')
    await decide(first, 'verified')
    await eventually(() => states().at(-1)).toBe('success')
  })

  it('a pull request gets no status if the review has no commit', async () => {
    await startConnected('github')
    await newReview({ commit: undefined })
    await eventually(() => forge.bodies().length).toBe(1)
    expect(forge.statuses).toEqual([])
  })

  it('a pull request gets its status if the review has an abbreviated commit', async () => {
    await startConnected('github')
    await newReview({ commit: headCommit.slice(0, 7) })
    await eventually(() => forge.statuses.map(each => each.commit)).toEqual([headCommit])
  })

  it('an abbreviated commit id refers to the same commit even if another one gets its prefix', async () => {
    await startConnected('github')
    const reviewId = await newReview({ commit: headCommit.slice(0, 4) })
    await eventually(states).toEqual(['pending'])
    const unseen = headCommit.slice(0, 4).padEnd(40, '0')
    forge.state.commits.push(unseen)
    await decide(reviewId, 'verified')
    await eventually(() => forge.statuses.map(each => [each.commit, each.state])).toEqual([
      [headCommit, 'pending'],
      [headCommit, 'success'],
    ])
    await agent('PATCH', `/v1/reviews/${reviewId}`, { commit: unseen.slice(0, 12) })
    await eventually(() => forge.statuses.at(-1)).toMatchObject({ commit: unseen, state: 'pending' })
  })

  it('a pull request gets no more updates after the project is disconnected', async () => {
    await startConnected('github')
    const reviewId = await newReview()
    await eventually(states).toEqual(['pending'])
    await decide(reviewId, 'verified')
    await owner.call('DELETE', `/api/projects/${projectId}/forge`)
    const before = forge.requests.length
    await decide(reviewId, 'open')
    await quiet()
    expect(forge.requests).toHaveLength(before)
    expect(
      await runSql(server, 'SELECT 1 AS one FROM pull_request_update WHERE project_id = ?', [projectId]),
    ).toEqual([])
  })

  it('an update of a pull request waits while the workspace is suspended', async () => {
    await startConnected('github')
    await newReview()
    await runSql(server, 'UPDATE workspace SET suspended_at = ? WHERE id = ?', [
      Date.now(),
      owner.workspaceId,
    ])
    await quiet()
    expect(forge.requests).toEqual([])
    await runSql(server, 'UPDATE workspace SET suspended_at = NULL WHERE id = ?', [owner.workspaceId])
    await eventually(() => forge.bodies().length).toBe(1)
  })

  it('a change during the update of a pull request is included in the next update', async () => {
    await startConnected('github')
    const changed = Promise.withResolvers<null>()
    failOn(/GET .*comments/, { status: 200, body: [], headers: {}, after: changed.promise })
    const reviewId = await newReview()
    await eventually(() => forge.requests.length).toBeGreaterThan(1)
    await decide(reviewId, 'verified')
    forge.respondWith(() => undefined)
    changed.resolve(null)
    await eventually(() => forge.bodies().join()).toContain('\n\nVerified\n\n')
    expect(forge.bodies()).toHaveLength(1)
    await eventually(() => states().at(-1)).toBe('success')
  })

  it('an update of a pull request that was interrupted by a kill is made after the restart', async () => {
    await startConnected('github')
    const reviewId = await newReview()
    await eventually(() => forge.bodies().length).toBe(1)
    failOn(/comments/, { status: 200, body: [], after: new Promise(() => {}) })
    const before = forge.requests.length
    await decide(reviewId, 'verified')
    await eventually(() => forge.requests.length).toBeGreaterThan(before + 1)
    const other = await startWitness()
    await other.change()
    await server.kill()
    expect(other.forge.statuses).toEqual([])
    forge.respondWith(() => undefined)
    await server.restart()
    await server.advance(2 * MINUTE)
    await eventually(() => forge.bodies().join()).toContain('\n\nVerified\n\n')
    await expect.poll(() => other.forge.statuses.map(each => each.state)).toEqual(['success'])
    expect([forge.bodies().length, other.forge.bodies().length]).toEqual([1, 1])
    other.forge.stop()
  })

  it('after a change of AUTH_SECRET a pull request is not updated, and owners see the reason', async () => {
    await startConnected('github')
    await server.restart({ AUTH_SECRET: crypto.randomUUID() })
    const reviewId = await newReview({ commit: undefined })
    const errors = async () =>
      (
        await runSql<{ error: string | null }>(
          server,
          'SELECT error FROM pull_request_update WHERE review_id = ?',
          [reviewId],
        )
      ).map(each => each.error)
    await eventually(errors).toEqual([expect.stringContaining('AUTH_SECRET has changed')])
    expect(forge.requests).toEqual([])
  })
})

describe('a hostile forge', () => {
  const pull = { base: { repo: { full_name: 'acme/web' } }, state: 'open' }
  const headOf = (sha: string) => ({ sha, repo: { full_name: 'acme/web' } })

  it('the stored error of a forge request is short, and has no control characters', async () => {
    await startConnected('github')
    failOn(/^GET .*pulls/, { status: 200, body: { ...pull, head: headOf(headCommit + 'x'.repeat(100_000)) } })
    const reviewId = await newReview()
    await eventually(async () => (await problemsOf())[0]).toMatch(/is no commit|x{300}$/)
    expect((await problemsOf())[0]).toHaveLength(500)
    failOn(/^GET .*pulls/, { status: 403, body: { message: 'Stop\u0000\u001b[2J\u202e!' } })
    await decide(reviewId, 'verified')
    await eventually(async () => (await problemsOf())[0]).toMatch(/Stop\[2J!/)
  })

  it('a text that a forge returns instead of a comment id is not stored', async () => {
    await startConnected('github')
    failOn(/^POST .*comments/, { status: 201, body: { id: 'x'.repeat(100_000), body: 'x' } })
    const reviewId = await newReview()
    await eventually(async () => (await problemsOf())[0]).toContain('did not return what the API')
    const [row] = await runSql<{ id: string | null }>(
      server,
      'SELECT comment_id AS id FROM pull_request_update WHERE review_id = ?',
      [reviewId],
    )
    expect(row?.id).toBeNull()
  })
})
