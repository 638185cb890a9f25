import { expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { sharedFixture } from '../../support/server/fixture'

const { agent, person, projectId } = await sharedFixture()

it('a text that PostgreSQL cannot store is refused with 422, and changes nothing', async () => {
  const refused = await agent('POST', '/v1/reviews', { title: 'a\u0000b', projectId })
  expect(refused).toMatchObject({
    status: 422,
    body: { data: { error: 'invalid_request', message: expect.stringContaining('U+0000') as string } },
  })
  const reviewId = await newReview(agent, projectId, 'Emoji 🎨 and ﷽ fit')
  const comment = await person.call('POST', `/v1/reviews/${reviewId}/threads`, {
    kind: 'review',
    body: 'a\u0000b',
  })
  expect(comment.status).toBe(422)
  expect(JSON.stringify((await agent('GET', '/v1/projects')).body)).not.toContain('\\u0000')
})
