import { describe, expect, it } from 'vitest'
import type { Billing } from '#shared/contract/billing'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { newImage } from '../../support/reviews/comment-images'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const storedBytes = async (who = person) => (await who.call<Billing>('GET', '/api/billing')).body.storedBytes

describe('the bytes that a workspace stores', () => {
  it('the stored bytes of a workspace count originals and derivatives until they are deleted', async () => {
    expect(await storedBytes()).toBe(0)
    const { artifactId } = await upload(agent, await newReview(agent, projectId), png)
    const one = await storedBytes()
    expect(one).toBeGreaterThan(png.length)
    const second = await upload(agent, await newReview(agent, projectId), png)
    expect(await storedBytes()).toBe(2 * one)
    for (const id of [artifactId, second.artifactId]) await person.call('DELETE', `/api/artifacts/${id}`)
    expect(await storedBytes()).toBe(0)
  })

  it('the stored bytes of a workspace include the images of comments', async () => {
    const reviewId = await newReview(agent, projectId)
    const before = await storedBytes()
    const image = await newImage(server, person, reviewId, png)
    const stored = (await fetch(image.url)).headers.get('content-length')
    expect(await storedBytes()).toBe(before + Number(stored))
    await person.call('DELETE', `/api/reviews/${reviewId}`)
    expect(await storedBytes()).toBe(before)
  })

  it('the stored bytes of a workspace do not include other workspaces', async () => {
    const outsider = await signUp(server)
    await upload(agent, await newReview(agent, projectId), png)
    expect(await storedBytes(outsider)).toBe(0)
  })
})
