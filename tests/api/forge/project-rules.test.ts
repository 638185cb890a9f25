import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { Artifact } from '#shared/contract/artifact'
import { limits } from '#shared/contract/kit/limits'
import { forgeKinds, type ForgeKind } from '#shared/forge/dialects'
import { DAY } from '#shared/time'
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
  type ForgeStub,
} from '../../support/stubs/forge'
import { pngImage } from '../../support/media/samples'
import { startServer } from '../../support/server/server'
import { preloading } from '../../support/server/preload'

// Starts a server of its own, because tests advance its clock.
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

async function startConnected(kind: ForgeKind): Promise<void> {
  forge = await startConnectedForge(owner.call, projectId, kind)
}

const setRules = async (rules: object) =>
  expect((await owner.call('PATCH', `/api/projects/${projectId}`, rules)).status).toBe(200)

/** Creates a review of a pull request, with one picture. */
async function newReview(data = png, title = 'Cart', prRef = 'pr-7') {
  const { body } = await agent<{ review: { id: string } }>('POST', '/v1/reviews', {
    projectId,
    title: 'Totals wrap',
    prRef,
    commit: headCommit,
  })
  return { id: body.review.id, ...(await upload(agent, body.review.id, data, { title })) }
}

const decide = async (reviewId: string, status: string) =>
  expect((await owner.call('POST', `/api/reviews/${reviewId}/status`, { status })).status).toBe(200)

const acceptedOf = async (artifactId: string) =>
  (await agent<Output<'listAccepted'>>('GET', `/v1/artifacts/${artifactId}/accepted`)).body.accepted.map(
    each => each.revision.id,
  )

const timeOf = ({ currentRevision }: Artifact) => ({ mergedAt: currentRevision?.completedAt ?? '' })
const checks = () => forge.requests.filter(each => /^GET .*(pulls|merge_requests)\/7$/.test(each))

const running = () =>
  runSql(server, 'SELECT review_id FROM pull_request_update WHERE claimed_until IS NOT NULL')
/**
 * Advances the clock while no update is running. The forge receives the request of an update before the
 * result of the update is stored, and an update that takes longer than a minute is abandoned.
 */
async function advance(ms: number): Promise<void> {
  await expect.poll(running).toEqual([])
  await server.advance(ms)
}

/** Advances the clock by the time in which changes are gathered, and waits until a comment is written. */
async function untilWritten(comments: number): Promise<void> {
  await advance(limits.pullRequestGatherMs)
  await expect.poll(() => forge.bodies()).toHaveLength(comments)
  await expect.poll(() => forge.statuses.length).toBeGreaterThan(0)
}

describe.each(forgeKinds)('merged pull requests on %s as baselines', kind => {
  it('the merge of a pull request accepts the evidence of that time, and no later evidence', async () => {
    await startConnected(kind)
    await setRules({ baselines: 'merged' })
    const first = await newReview()
    await decide(first.id, 'verified')
    await untilWritten(1)
    expect(await acceptedOf(first.artifactId)).toEqual([])
    forge.state.pull = timeOf(first.artifact)
    await advance(limits.pullRequestCheckMs - limits.pullRequestGatherMs)
    await revise(agent, first.artifactId, await pngImage(20, 10))
    await advance(limits.pullRequestGatherMs)
    await expect.poll(() => acceptedOf(first.artifactId)).toEqual([first.revisionId])
    const second = await newReview()
    expect(second.artifact.currentRevision?.baseline).toMatchObject({
      status: 'same',
      against: { revisionId: first.revisionId },
    })
  })

  it('an open pull request is checked every ten minutes, and a closed pull request once a day', async () => {
    await startConnected(kind)
    await setRules({ baselines: 'merged' })
    const { artifactId, artifact, revisionId } = await newReview()
    await untilWritten(1)
    const [sent, seen] = [forge.requests.length, checks().length]
    await advance(limits.pullRequestCheckMs)
    await expect.poll(() => checks().length).toBe(seen + 1)
    forge.state.pull = 'closed'
    await advance(limits.pullRequestCheckMs)
    await expect.poll(() => checks().length).toBe(seen + 2)
    // The server has sent only the two requests for the two checks.
    expect(forge.requests).toHaveLength(sent + 2)
    await advance(limits.pullRequestCheckMs)
    // If another check were due, it would be sent before the update of a later review.
    await newReview()
    await untilWritten(2)
    expect(checks()).toHaveLength(seen + 3)
    expect(await acceptedOf(artifactId)).toEqual([])
    // The pull request was reopened and merged, which the next check detects.
    forge.state.pull = timeOf(artifact)
    await advance(DAY)
    await expect.poll(() => acceptedOf(artifactId)).toContain(revisionId)
  })
})

describe('the rules of a project', () => {
  beforeEach(() => startConnected('github'))

  it('a merged pull request is noticed once its project has the rule “merged”, and not before', async () => {
    const { id, artifactId, artifact, revisionId } = await newReview()
    await untilWritten(1)
    const seen = checks().length
    forge.state.pull = timeOf(artifact)
    await advance(DAY)
    await decide(id, 'verified')
    await advance(limits.pullRequestGatherMs)
    await expect.poll(() => forge.statuses.at(-1)?.state).toBe('success')
    expect(checks()).toHaveLength(seen + 1)
    expect(await acceptedOf(artifactId)).toEqual([revisionId])
    await decide(id, 'open')
    expect(await acceptedOf(artifactId)).toEqual([])
    await decide(id, 'verified')
    await setRules({ baselines: 'merged' })
    await advance(limits.pullRequestGatherMs)
    await expect.poll(() => acceptedOf(artifactId)).toEqual([revisionId])
    await decide(id, 'open')
    expect(await acceptedOf(artifactId)).toEqual([revisionId])
    await setRules({ baselines: 'verified' })
    expect(await acceptedOf(artifactId)).toEqual([])
  })

  it('a failed request that checks whether a pull request is merged is repeated', async () => {
    await setRules({ baselines: 'merged' })
    const { artifactId, artifact, revisionId } = await newReview()
    await untilWritten(1)
    forge.respondWith(request => (request.startsWith('GET') ? { status: 403, body: {} } : undefined))
    await advance(limits.pullRequestCheckMs)
    await expect.poll(async () => (await connectionsOf(owner))[0]?.problems.length).toBe(1)
    forge.respondWith(() => undefined)
    forge.state.pull = timeOf(artifact)
    await advance(DAY)
    await expect.poll(() => acceptedOf(artifactId)).toEqual([revisionId])
    await expect.poll(async () => (await connectionsOf(owner))[0]?.problems).toEqual([])
  })

  it('a merged pull request is noticed even if its review is older than the forge connection', async () => {
    await owner.call('DELETE', `/api/projects/${projectId}/forge`)
    const { artifactId, artifact, revisionId } = await newReview()
    await setRules({ baselines: 'merged' })
    forge.state.pull = timeOf(artifact)
    expect((await connectForge(owner.call, projectId, 'github', forge)).status).toBe(200)
    await advance(limits.pullRequestGatherMs)
    await expect.poll(() => acceptedOf(artifactId)).toEqual([revisionId])
    expect(forge.bodies()).toEqual([])
  })

  it('a review that is linked to a pull request only after the merge is not accepted', async () => {
    await setRules({ baselines: 'merged' })
    const { id, artifactId, artifact } = await newReview(png, 'Cart', 'pr-6')
    forge.state.pull = timeOf(artifact)
    await agent('PATCH', `/v1/reviews/${id}`, { prRef: 'pr-7' })
    await advance(limits.pullRequestGatherMs)
    await expect.poll(() => forge.bodies()).toHaveLength(1)
    const { body } = await agent<Output<'listAccepted'>>('GET', `/v1/artifacts/${artifactId}/accepted`)
    expect(body.accepted).toEqual([])
  })

  it('the status of an open pull request changes as soon as the rule of its project changes', async () => {
    const first = await newReview()
    await decide(first.id, 'verified')
    await newReview()
    await untilWritten(2)
    const last = () => forge.statuses.at(-1)?.state
    await expect.poll(last).toBe('pending')
    for (const passesUnchanged of [true, false]) {
      await setRules({ passesUnchanged })
      await advance(limits.pullRequestGatherMs)
      await expect.poll(last).toBe(passesUnchanged ? 'success' : 'pending')
    }
  })

  it('without baselines, evidence is compared with its own revisions only', async () => {
    const { id, artifactId, revisionId } = await newReview()
    await decide(id, 'verified')
    await setRules({ baselines: 'off' })
    expect(await acceptedOf(artifactId)).toEqual([])
    const { artifact } = await newReview()
    expect(artifact.currentRevision?.baseline).toMatchObject({ status: 'new', against: null })
    const again = await revise(agent, artifactId, png)
    expect(again.artifact.currentRevision?.change).toMatchObject({
      status: 'same',
      against: { revisionId },
    })
  })

  it('a review without a change makes the commit status a success if its project allows it', async () => {
    const statusOf = async (reviewId: string) =>
      (await agent<Output<'readCommitStatus'>>('GET', `/v1/reviews/${reviewId}/commit-status`)).body
    const first = await newReview()
    await decide(first.id, 'verified')
    const same = await newReview()
    expect(await statusOf(same.id)).toMatchObject({
      state: 'pending',
      description: 'Waiting for a reviewer, 1 same as accepted',
    })
    await setRules({ passesUnchanged: true })
    expect(await statusOf(same.id)).toMatchObject({ state: 'success', description: '1 same as accepted' })
    const { body } = await owner.call<{ threadId: string }>(
      'POST',
      `/v1/artifacts/${same.artifactId}/annotations`,
      { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body: 'Is this right?' },
    )
    expect((await statusOf(same.id)).state).toBe('pending')
    await agent('POST', `/v1/threads/${body.threadId}/address`, { body: 'It is.' })
    expect((await statusOf(same.id)).state).toBe('pending')
    await owner.call('POST', `/v1/threads/${body.threadId}/resolve`)
    expect((await statusOf(same.id)).state).toBe('success')
    await upload(agent, same.id, await pngImage(20, 10), { title: 'Menu' })
    expect((await statusOf(same.id)).state).toBe('pending')
    await decide(same.id, 'changes_requested')
    expect((await statusOf(same.id)).state).toBe('failure')
  })
})
