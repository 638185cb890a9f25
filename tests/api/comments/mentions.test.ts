import { expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { sharedFixture } from '../../support/server/fixture'
import { membersOf } from '../../support/people/members'
import { write } from '../../support/people/notifications'

const { server, person, agent, projectId } = await sharedFixture()
const mia = await joined(server, person, 'Mia Wong', 'reviewer')
const { remove } = membersOf(person)

const mentionsIn = async (reviewId: string) =>
  (await threadsOf(agent, reviewId)).flatMap(each => each.comments.map(comment => comment.mentions))

it('a comment keeps its text, and lists the people of the workspace that it mentions', async () => {
  const reviewId = await newReview(agent, projectId)
  await write(agent, reviewId, 'Is this right, @mia wong?')
  const [thread] = await threadsOf(agent, reviewId)
  expect(thread?.comment).toBe('Is this right, @mia wong?')
  expect(thread?.comments[0]?.mentions).toEqual([{ userId: mia.id, name: 'Mia Wong' }])
})

it('an edited comment lists the people that its new text mentions', async () => {
  const reviewId = await newReview(agent, projectId)
  await write(person.call, reviewId, 'Hello')
  const [thread] = await threadsOf(agent, reviewId)
  const edit = (body: string) =>
    person.call<Thread>('PATCH', `/api/comments/${thread?.comments[0]?.id}`, { body })
  expect((await edit('Hello @Mia Wong')).body.comments[0]?.mentions).toEqual([
    { userId: mia.id, name: 'Mia Wong' },
  ])
  expect((await edit('Hello')).body.comments[0]?.mentions).toEqual([])
})

it('a person outside the workspace, or who left the workspace, is not mentioned', async () => {
  await signUp(server, 'Outsider')
  const former = await joined(server, person, 'Former', 'member')
  expect(await remove(former)).toBe(204)
  const reviewId = await newReview(agent, projectId)
  await write(agent, reviewId, '@Outsider @Former')
  expect(await mentionsIn(reviewId)).toEqual([[]])
})

it('visitors of a share link see only the text of a mention, not the id of the person', async () => {
  const reviewId = await newReview(agent, projectId)
  await write(agent, reviewId, 'Look, @Mia Wong')
  const { body: link } = await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`)
  const response = await fetch(`${server.url}/api/share/${link.url.split('/').at(-1)}`)
  const text = await response.text()
  expect(text).toContain('Look, @Mia Wong')
  expect(text).not.toContain(mia.id)
  expect(text).not.toContain('mentions')
})
