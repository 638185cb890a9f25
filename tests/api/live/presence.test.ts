import { afterAll, describe, expect, it } from 'vitest'
import type { Viewer } from '#shared/contract/reviewer'
import { MINUTE, SECOND } from '#shared/time'
import { startSession } from '../../support/people/sessions'
import { emailOf, joined, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { watch } from '../../support/server/events'
import { ownFixture } from '../../support/server/fixture'
import { membersOf } from '../../support/people/members'

const { server, person: owner, agent } = await ownFixture()
afterAll(() => server.stop())
const projectId = await owner.project()
const review = () => newReview(agent, projectId)

type Stream = Awaited<ReturnType<typeof watch>>
const open = (reviewId: string, { cookie }: Pick<Person, 'cookie'> = owner): Promise<Stream> =>
  watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie })
/** Returns the names of the viewers that a page shows now. */
const shownOn = ({ events }: Stream): string[] => {
  const last = events.findLast(each => each.event === 'viewers')
  return ((last?.data as { viewers: Viewer[] } | undefined)?.viewers ?? []).map(each => each.name)
}

describe('the viewers of a review', () => {
  it('the viewers of a review are the other people who have it open, each listed once', async () => {
    const reviewId = await review()
    const [hal, bob] = [
      await joined(server, owner, 'Hal', 'member'),
      await joined(server, owner, 'Bob', 'reviewer'),
    ]
    const first = await open(reviewId)
    const [hals, halsOther, bobs] = [
      await open(reviewId, hal),
      await open(reviewId, await startSession(server, await emailOf(hal))),
      await open(reviewId, bob),
    ]
    await expect.poll(() => shownOn(first)).toEqual(['Hal', 'Bob'])
    await expect.poll(() => shownOn(bobs)).toHaveLength(2)
    expect(shownOn(hals)).not.toContain('Hal')
    hals.close()
    bobs.close()
    await expect.poll(() => shownOn(first)).toEqual(['Hal'])
    halsOther.close()
    await expect.poll(() => shownOn(first)).toEqual([])
    first.close()
  })

  it('a new viewer does not change the review, and is not shown on another review', async () => {
    const [reviewId, otherId] = [await review(), await review()]
    const dot = await joined(server, owner, 'Dot', 'member')
    const [first, other] = [await open(reviewId), await open(otherId)]
    const dots = await open(reviewId, dot)
    await expect.poll(() => shownOn(first)).toEqual(['Dot'])
    expect(first.events.map(each => each.event)).toEqual(['viewers'])
    expect(other.events).toEqual([])
    for (const each of [first, other, dots]) each.close()
  })

  it('a person whose access ended is removed from the viewers', async () => {
    const reviewId = await review()
    const eve = await joined(server, owner, 'Eve', 'member')
    const [first, eves] = [await open(reviewId), await open(reviewId, eve)]
    await expect.poll(() => shownOn(first)).toEqual(['Eve'])
    await membersOf(owner).remove(eve)
    await expect.poll(() => shownOn(first)).toEqual([])
    await eves.done
    first.close()
  })

  it('visitors of share links are not shown as viewers, and see no viewers', async () => {
    const reviewId = await review()
    const { token } = (await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body
    const [first, shared] = [await open(reviewId), await watch(`${server.url}/api/share/${token}/events`)]
    const fay = await joined(server, owner, 'Fay', 'member')
    const fays = await open(reviewId, fay)
    await expect.poll(() => shownOn(first)).toEqual(['Fay'])
    await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'x' })
    await expect.poll(() => shared.events.map(each => each.event)).toEqual(['changed'])
    for (const each of [first, shared, fays]) each.close()
  })

  it('the viewers of a killed server disappear after two and a half minutes', async () => {
    const reviewId = await review()
    const gil = await joined(server, owner, 'Gil', 'member')
    const before = await open(reviewId, gil)
    await expect.poll(before.lastId).not.toBe('')
    const witness = await open(reviewId)
    await expect.poll(() => shownOn(witness)).toEqual(['Gil'])
    const broken = Promise.allSettled([before.done, witness.done])
    await server.kill()
    await broken
    await server.restart()
    const soon = await open(reviewId)
    await expect.poll(() => shownOn(soon)).toEqual(['Gil'])
    soon.close()
    await server.advance(2 * MINUTE + 31 * SECOND)
    const later = await open(reviewId)
    await expect.poll(later.lastId).not.toBe('')
    expect(shownOn(later)).toEqual([])
    later.close()
  })
})
