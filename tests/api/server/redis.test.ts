import { onTestFinished, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { startServer } from '../../support/server/server'
import { startRedisStub } from '../../support/stubs/redis'

it('rate limits are counted in Redis, and in memory while Redis does not respond', async () => {
  const redis = await startRedisStub()
  const server = await startServer({ RATE_LIMITS: 'on', REDIS_URL: redis.url }, { deployment: 'standalone' })
  onTestFinished(async () => {
    await server.stop()
    await redis.pause()
  })
  const person = await signUp(server)
  const agent = await person.agent()
  const projectId = await person.project()
  const degraded = async () => (await agent<Output<'readReady'>>('GET', '/api/ready')).body.degraded
  const create = (n: number) => newReview(agent, projectId, `Review ${n}`)
  const before = redis.counted()
  await create(1)
  expect(redis.counted()).toBeGreaterThan(before)
  expect(await degraded()).toEqual([])

  await redis.pause()
  const counted = redis.counted()
  await create(2)
  await expect.poll(degraded).toEqual(['redis'])
  const statuses = await Promise.all(
    Array.from({ length: 70 }, async (_, i) => {
      const { status } = await agent('POST', '/v1/reviews', { projectId, title: `Review ${i}` })
      return status
    }),
  )
  // 60 writes per minute are allowed, and one write was already counted. So 11 of 70 writes are refused.
  expect(statuses.filter(each => each === 429)).toHaveLength(11)
  expect(redis.counted()).toBe(counted)
  const warnings = server.log().match(/"a service does not respond"[^\n]*"redis"/g)
  expect(warnings).toHaveLength(1)

  await redis.proceed()
  await expect.poll(degraded).toEqual([])
})
