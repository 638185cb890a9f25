import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { newReview, threadsOf } from '../../support/reviews/review'
import { declareUpload, put } from '../../support/reviews/uploads'
import { ownFixture, type Fixture } from '../../support/server/fixture'
import { callersOfNodes } from '../../support/server/nodes'

let fixture: Fixture
/** A caller for each of the two nodes, with an agent token. */
let nodes: [Call, Call]
beforeAll(async () => {
  fixture = await ownFixture()
  nodes = await callersOfNodes(fixture)
})
afterAll(() => fixture.server.stop())

/** Returns a URL from a response, with the origin of the given node instead of the proxy. */
const at = (node: number, address: string) => {
  const { pathname, search } = new URL(address)
  return `${fixture.server.nodeUrls[node]}${pathname}${search}`
}

/** Runs four parallel loops that call a function until it fails, and collects the results. */
function untilFailure<T>(run: () => Promise<T>) {
  const confirmed: T[] = []
  let stopped = false
  const repeat = async () => {
    while (!stopped) confirmed.push(await run())
  }
  const runs = Array.from({ length: 4 }, () => repeat().catch(() => {}))
  return {
    confirmed,
    failed: Promise.all(runs),
    stop() {
      stopped = true
      return Promise.all(runs)
    },
  }
}

describe('a node that is killed', () => {
  it('no confirmed comment is lost when a node is killed, and the other node serves requests', async () => {
    const reviewId = await newReview(fixture.agent, fixture.projectId)
    const comment = async (call: Call) => {
      const { status, body } = await call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
        kind: 'review',
        body: 'Kept.',
      })
      if (status !== 201) throw new Error(`responded ${status}`)
      return body.threadId
    }
    for (let round = 0; round < 3; round++) {
      const [dying, living] = [untilFailure(() => comment(nodes[0])), untilFailure(() => comment(nodes[1]))]
      await expect.poll(() => Math.min(dying.confirmed.length, living.confirmed.length)).toBeGreaterThan(8)
      await fixture.server.killNode(0)
      await dying.failed
      const atDeath = living.confirmed.length
      await expect.poll(() => living.confirmed.length).toBeGreaterThan(atDeath + 8)
      await living.stop()
      const stored = new Set((await threadsOf(nodes[1], reviewId)).map(each => each.threadId))
      expect([...dying.confirmed, ...living.confirmed].filter(id => !stored.has(id))).toEqual([])
      await fixture.server.restart()
    }
  })

  it('after a node was killed, its uploads are complete or can be repeated at another node', async () => {
    const { png } = fixture
    const reviewId = await newReview(fixture.agent, fixture.projectId)
    for (let round = 0; round < 3; round++) {
      const begun: DeclarationResult[] = []
      const upload = async () => {
        const { body } = await declareUpload(nodes[0], reviewId, { bytes: png.length })
        begun.push(body)
        if (!(await put(at(0, body.uploadUrl), png)).ok) throw new Error('not stored')
        const { status } = await nodes[0]('POST', `/v1/artifacts/${body.artifactId}/complete`)
        if (status !== 200) throw new Error(`responded ${status}`)
        return body.artifactId
      }
      const uploads = untilFailure(upload)
      await expect.poll(() => uploads.confirmed.length).toBeGreaterThan(3)
      await fixture.server.killNode(0)
      await uploads.failed
      for (const { artifactId, uploadUrl } of begun) {
        if (uploads.confirmed.includes(artifactId)) continue
        // The partial upload to the killed node does not prevent another upload.
        expect([200, 409]).toContain((await put(at(1, uploadUrl), png)).status)
        expect((await nodes[1]('POST', `/v1/artifacts/${artifactId}/complete`)).status).toBe(200)
      }
      const { artifacts } = (await nodes[1]<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
      // Checks the known uploads only. Another upload may exist whose declaration got no response.
      for (const { artifactId } of begun) {
        const shown = artifacts.find(each => each.id === artifactId)?.currentRevision?.embedUrl
        expect((await fetch(at(1, shown ?? ''))).status).toBe(200)
      }
      await fixture.server.restart()
    }
  })
})
