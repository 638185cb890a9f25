import { describe, expect, it } from 'vitest'
import type { FoundEvidence } from '#shared/contract/artifact'
import { limits } from '#shared/contract/kit/limits'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const titles = ['Dashboard', 'Settings, 100 % wide', 'Settings']
for (const title of titles) await upload(agent, reviewId, png, { title })
await declareUpload(agent, reviewId, { title: 'Settings, without bytes', bytes: png.length })

const search = async (text: string, caller = person, workspaceId = person.workspaceId) => {
  const query = new URLSearchParams({ workspaceId, search: text })
  return caller.call<{ evidence: FoundEvidence[] }>('GET', `/api/evidence?${query}`)
}
const found = async (text: string) => (await search(text)).body.evidence.map(each => each.title)

describe('GET /api/evidence', () => {
  it('GET /api/evidence finds completed evidence whose title contains the text, newest first', async () => {
    expect(await found('SETTINGS')).toEqual(['Settings', 'Settings, 100 % wide'])
    expect(await found('100 %')).toEqual(['Settings, 100 % wide'])
    expect(await found('_')).toEqual([])
  })

  it('each result of GET /api/evidence contains the review of the evidence', async () => {
    const { body } = await search('Dashboard')
    expect(body.evidence).toEqual([
      expect.objectContaining({ kind: 'image', reviewId, reviewTitle: expect.any(String) }),
    ])
  })

  it('GET /api/evidence returns at most one page of results', async () => {
    const many = await signUp(server)
    const call = await many.agent()
    const ofMany = await newReview(call, await many.project())
    for (let made = 0; made <= limits.foundEvidence; made++)
      await upload(call, ofMany, png, { title: `Page ${made}` })
    const rows = (await search('page', many, many.workspaceId)).body.evidence
    expect(rows.map(each => each.title)).toEqual(
      Array.from({ length: limits.foundEvidence }, (_, index) => `Page ${limits.foundEvidence - index}`),
    )
  })

  it('GET /api/evidence is allowed for every role, and finds no evidence of other workspaces', async () => {
    const reviewer = await joined(server, person, 'Rita', 'reviewer')
    expect((await search('Dashboard', reviewer)).body.evidence).toHaveLength(1)
    const outsider = await signUp(server)
    expect((await search('Dashboard', outsider)).status).toBe(404)
    expect((await search('Dashboard', outsider, outsider.workspaceId)).body.evidence).toEqual([])
  })

  it('GET /api/evidence rejects an empty text or one longer than a title, and names the field', async () => {
    expect((await search('x'.repeat(limits.title))).status).toBe(200)
    for (const text of ['', 'x'.repeat(limits.title + 1)])
      expect(await search(text)).toMatchObject({ status: 422, body: { data: { field: 'search' } } })
  })
})
