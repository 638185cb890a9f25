import { describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, revise, upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { billingOf, declareVideo, limitError, sendVideo } from '../../support/people/plans'
import { paidServer } from '../../support/people/servers'
import { deliver } from '../../support/stubs/stripe'

const { server, stripe } = await paidServer()

const png = await pngImage(16, 16)

describe('the evidence units of a plan', () => {
  it('an image revision is one evidence unit, and a video one unit per started 15 seconds', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const used = async () => (await billingOf(ann)).usage.evidenceUnitsPerMonth
    const done = await upload(agent, reviewId, png)
    expect(await used()).toBe(1)
    await agent('POST', `/v1/artifacts/${done.artifactId}/complete`, { revisionId: done.revisionId })
    expect(await used()).toBe(1)
    await revise(agent, done.artifactId, png)
    expect(await used()).toBe(2)
    await (
      await sendVideo(agent, reviewId)
    )(15_000)
    expect(await used()).toBe(3)
    await (
      await sendVideo(agent, reviewId)
    )(15_001)
    expect(await used()).toBe(5)
    // Declarations, uploads, rejected files and comments do not count.
    const declared = (await declareUpload(agent, reviewId, { bytes: 5 })).body
    await put(declared.uploadUrl, Buffer.from('hello'))
    expect((await agent('POST', `/v1/artifacts/${declared.artifactId}/complete`)).status).toBe(422)
    await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'x',
    })
    await ann.call('DELETE', `/api/artifacts/${done.artifactId}`)
    expect(await used()).toBe(5)
  })

  it('concurrent completions of uploads cannot exceed the evidence units of the plan', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    // Uses 496 of 500 units: 31 videos of 16 units.
    const spent = await Promise.all(Array.from({ length: 31 }, () => sendVideo(agent, reviewId)))
    for (const completeVideo of spent) expect((await completeVideo(240_000)).status).toBe(200)
    const waiting = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { body } = await declareUpload(agent, reviewId, { bytes: png.length })
        await put(body.uploadUrl, png)
        return body
      }),
    )
    const complete = (each: DeclarationResult) =>
      agent('POST', `/v1/artifacts/${each.artifactId}/complete`, { revisionId: each.revisionId })
    const responses = await Promise.all(waiting.map(complete))
    expect(responses.map(each => each.status).sort()).toEqual([200, 200, 200, 200, 402, 402])
    expect(responses.find(each => each.status === 402)).toMatchObject(
      limitError('evidence_limit_reached', 500, 500),
    )
    expect(await declareVideo(agent, reviewId, { durationMs: 1000 })).toMatchObject(
      limitError('evidence_limit_reached', 500, 500),
    )
    stripe.subscriptions.set(`cus_${ann.id}`, [{ status: 'active', price: 'price_team' }])
    await deliver(
      server,
      stripe.signedEvent(
        `evt_${ann.id}`,
        'checkout.session.completed',
        { customer: `cus_${ann.id}`, metadata: { workspaceId: ann.workspaceId } },
        { at: server.now() },
      ),
    )
    const refused = waiting.filter((_, i) => responses[i]?.status === 402)
    for (const each of refused) expect((await complete(each)).status).toBe(200)
  })
})
