import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import { HOUR, SECOND } from '#shared/time'
import { caller } from '../../support/server/client'
import { signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put } from '../../support/reviews/uploads'
import { allRows } from '../../support/data/database'
import { membersOf } from '../../support/people/members'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'

const { server, person: owner, agent, projectId, png } = await sharedFixture()
const { remove, setRole, enroll, mint } = membersOf(owner)

describe('the URL of an upload', () => {
  const declare = async (call: Person['call']) =>
    (await declareUpload(call, await newReview(agent, projectId), { bytes: png.length })).body

  it('an upload URL accepts no bytes after its token was revoked, even during the transfer', async () => {
    const { id, token } = await mint()
    const call = caller(server, { authorization: `Bearer ${token}` })
    const [first, second, other] = [await declare(call), await declare(call), await declare(agent)]
    let sendRest = () => {}
    const rest = new Promise<void>(resolve => {
      sendRest = resolve
    })
    let isReading = () => {}
    const reading = new Promise<void>(resolve => {
      isReading = resolve
    })
    const sending = put(
      second.uploadUrl,
      new ReadableStream({
        async start(controller) {
          controller.enqueue(png.subarray(0, 10))
          isReading()
          await rest
          controller.enqueue(png.subarray(10))
          controller.close()
        },
      }),
    )
    await reading
    await fetch(`${server.url}/api/health`)
    await owner.call('DELETE', `/api/tokens/${id}`)
    const before = await allRows(server)
    sendRest()
    for (const response of [await sending, await put(first.uploadUrl, png)]) {
      expect([response.status, await response.json()]).toEqual([
        404,
        {
          error: 'not_found',
          message: 'Upload address not found.',
          hint: 'Declare the upload again to get a new address.',
        },
      ])
    }
    expect(await allRows(server)).toEqual(before)
    expect((await put(other.uploadUrl, png)).status).toBe(200)
  })

  it('an upload URL stops working if its creator is removed or loses the right to upload', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject)
    const [first, second] = [await declare(subject.call), await declare(subject.call)]
    await setRole(subject, 'reviewer')
    expect((await put(first.uploadUrl, png)).status).toBe(404)
    await setRole(subject, 'member')
    expect((await put(first.uploadUrl, png)).status).toBe(200)
    await remove(subject)
    expect((await put(second.uploadUrl, png)).status).toBe(404)
  })

  it('the actor of the event `upload.received` is the token or person that declared the upload', async () => {
    const { id, token } = await mint(owner, 'named')
    const received = async () =>
      (
        await owner.call<{ events: AuditEvent[] }>(
          'GET',
          `/api/workspaces/${owner.workspaceId}/events?kind=upload.received`,
        )
      ).body.events[0]?.actor
    await put((await declare(caller(server, { authorization: `Bearer ${token}` }))).uploadUrl, png)
    expect(await received()).toEqual({ type: 'agent', id, name: 'named' })
    await put((await declare(owner.call)).uploadUrl, png)
    expect(await received()).toEqual({ type: 'human', id: owner.id, name: 'Ann' })
  })

  it('an upload URL expires after one hour, not earlier', async () => {
    const { server, agent, projectId, png } = await fixtureOn(await sharedServerWithClock())
    const reviewId = await newReview(agent, projectId)
    const declare = async () => (await declareUpload(agent, reviewId, { bytes: png.length })).body
    const [early, late] = [await declare(), await declare()]
    await server.advance(HOUR - 5 * SECOND)
    expect((await put(early.uploadUrl, png)).status).toBe(200)
    await server.advance(10 * SECOND)
    const response = await put(late.uploadUrl, png)
    expect([response.status, await response.json()]).toMatchObject([410, { error: 'expired' }])
  })
})
